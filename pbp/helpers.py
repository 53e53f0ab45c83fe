"""Processes that help the server: who reads strange mails, and who judges where many wait.

None is there before it is needed, and none stays when it is not.
"""

import os
from typing import TYPE_CHECKING

from pbp.config import Config
from pbp.wiring import JOURNAL, data_folder, settings_of

if TYPE_CHECKING:
    from pbp.post.judges import Judges
    from pbp.post.reader_process import BoundedReader


def reader_of(config: Config) -> "BoundedReader":
    """Who reads mails, and how much each may take."""
    from pbp.post.reader_process import BoundedReader

    return BoundedReader(
        seconds=config.limits.reading_time.total_seconds(),
        memory_bytes=config.limits.reading_memory,
    )


def judges_of(config: Config) -> "Judges | None":
    """Who share the letters where many wait; None where there is one core, or one is wanted."""
    count = min(config.limits.judges, os.cpu_count() or 1)
    if count <= 1 or not (data_folder(config) / JOURNAL).exists():
        return None
    from pbp.post.judge_child import Brief
    from pbp.post.judges import Judges
    from pbp.post.likeness import likeness

    written = config.server.templates_dir
    templates = (config.path(written),) if written is not None else ()
    brief = Brief(
        journal=str(data_folder(config) / JOURNAL),
        settings=settings_of(config),
        templates=tuple(map(str, templates)),
        reading_seconds=config.limits.reading_time.total_seconds(),
        reading_memory=config.limits.reading_memory,
        dkim=config.auth.dkim,
        likeness=likeness(templates),
    )
    return Judges(brief, count)
