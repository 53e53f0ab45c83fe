"""`pbp check`, an external list as board: it must take posts from the GM identity and nobody else.

Two posts are tried, one as the GM identity, one as a stranger. Only what comes back from the list
proves anything, so gm@HOST has to be subscribed and a server has to run; until both were seen to be
right no game is started on that list.
"""

import time
from datetime import datetime

from pbp import wiring
from pbp.commands.check_mail import has_come, sent, written_row
from pbp.commands.finding import FINE, SKIPPED, WRONG, Finding
from pbp.config import Config
from pbp.render import Page
from pbp.service import addresses

WHAT = "list as board"
PROVED = "list-proved"
"""The file in the data folder that names the list that was tried, and found right."""

STRANGER_SECONDS = 5.0
"""How long a stranger's post is awaited at least; longer where ours took its time."""


def is_proved(config: Config) -> bool:
    """Whether the list of the configuration was tried; without a list there is nothing to try."""
    wanted = config.board.list_address
    try:
        return not wanted or (config.data_path() / PROVED).read_text("utf-8") == wanted
    except OSError:
        return False


def list_board(config: Config, now: datetime, wait: float, *, running: bool) -> Finding:
    """Try the list; what comes of it stands in the data folder."""
    address = config.board.list_address or ""
    settings = wiring.settings_of(config)
    gm = addresses.write(settings, "gm")
    proof = config.data_path() / PROVED
    proof.unlink(missing_ok=True)
    ours, strange = wiring.new_secret().hex()[:16], wiring.new_secret().hex()[:16]
    trouble = _post(config, address, gm, ours, now)
    if trouble:
        do = f"let the list take posts from {gm} without asking anybody"
        return Finding(WHAT, WRONG, f"{address} refuses our post: {trouble}", do)
    if not running:
        do = f"subscribe {gm} to the list, start pbp serve, and run this again"
        return Finding(WHAT, WRONG, f"{address}: what it does with posts cannot be seen", do)
    began = time.monotonic()
    if not has_come(config, ours, wait):
        do = f"subscribe {gm}, and let it post without asking anybody; then run this again"
        return Finding(WHAT, WRONG, f"{address}: our post did not come back in {wait:g} s", do)
    patience = min(wait, STRANGER_SECONDS + 3 * (time.monotonic() - began))
    refused = _post(config, address, f"stranger@{settings.host}", strange, now)
    if not refused and has_come(config, strange, patience):
        do = "let the list take posts from the GM identity alone, and refuse all others"
        return Finding(WHAT, WRONG, f"{address} publishes what a stranger writes", do)
    proof.write_text(address, "utf-8")
    return Finding(WHAT, FINE, f"{address} takes our posts, and no stranger's")


def not_tried(config: Config) -> Finding:
    """Nothing was to be sent."""
    return Finding(WHAT, SKIPPED, f"{config.board.list_address}: not tried, as no mail is sent")


def _post(config: Config, address: str, sender: str, code: str, now: datetime) -> str:
    """Post to the list; what went wrong, or nothing."""
    page = Page(subject=f"[check] pbp {code}", text="pbp check\n")
    return sent(config, [written_row(config, address, page, now, sender=sender)])
