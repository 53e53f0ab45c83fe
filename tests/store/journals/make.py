"""Write the journal of a game in the middle, as SQL: python -m tests.store.journals.make FILE.

To be run with the program of a version that is about to get a new schema; what it writes is
compressed (xz) and kept beside this file as version5.sql.xz, with the number of its schema. A test
opens it with today's program.
"""

import sqlite3
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from pbp.store import SqliteStore
from tests.service.office import START, Office, setup_for

HOUR = timedelta(hours=1)
STORY = (
    (1, "阿甲", "杀 小一\n宣言：今夜有雨。"),
    (2, "小一", "祈祷 小一"),
    (3, "小二", "今天写什么好呢"),
    (25, "小三", "投票 阿乙"),
    (26, "小四", "投票 阿乙"),
)
UNREAD = (27, "小二", "投票 阿甲")
"""In the journal, read by nobody yet."""


def main(out: Path) -> None:
    """Play to the first day, and stop."""
    file = out.with_suffix(".sqlite")
    file.unlink(missing_ok=True)
    with SqliteStore.open(file) as store:
        office = Office(setup_for(), store=store)
        for hour, who, text in STORY:
            office.store_mail(who, text, START + hour * HOUR)
            office.read(START + hour * HOUR)
        store.beat(START + 26 * HOUR)
        hour, who, text = UNREAD
        office.store_mail(who, text, START + hour * HOUR)
    with closing(sqlite3.connect(file)) as made:
        marks = [
            f"PRAGMA {name} = {made.execute(f'PRAGMA {name}').fetchone()[0]};"
            for name in ("application_id", "user_version")
        ]
        out.write_text("\n".join([*marks, *made.iterdump()]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
