"""`pbp demo`: a whole game over real SMTP on this machine, from sign-up to the closing report."""

import logging
import tempfile
import time
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from pbp.game.optiontable import RULESETS


@click.command("demo")
@click.option("--game", type=click.Choice(RULESETS), default="prayer", help="Which rule set.")
@click.option("--locale", type=click.Choice(["zh", "en"]), default="zh", help="Its language.")
@click.option("--speed", type=click.FloatRange(min=1), help="Game seconds in a real second.")
@click.option("--seed", default="", help="The same seed: people behave in the same way.")
@click.option(
    "--keep", type=click.Path(path_type=Path), help="Keep journal and mailboxes in this new folder."
)
def demo(game: str, locale: str, speed: float | None, seed: str, keep: Path | None) -> None:
    """Play a whole game over real SMTP on loopback, fast, and show it."""
    logging.getLogger("pbp").setLevel(logging.CRITICAL)
    if keep is not None:
        if keep.exists():
            raise click.UsageError(f"{keep} is there already; name a new folder")
        keep.mkdir(parents=True)
        raise SystemExit(_play(keep, game, locale, speed, seed))
    with tempfile.TemporaryDirectory(prefix="pbp-demo-") as folder:
        raise SystemExit(_play(Path(folder), game, locale, speed, seed))


def _play(folder: Path, game: str, locale: str, speed: float | None, seed: str) -> int:
    """Play it; 0 when the game ended, and all of it can be checked."""
    from rich.console import Console

    from pbp.demo import setting
    from pbp.demo.show import Show
    from pbp.demo.stage import Play, Stage
    from pbp.demo.words import words_of

    faster = speed or setting.SPEED[game]
    began = time.monotonic()
    config = setting.config_in(folder, locale)
    clock = setting.PacedClock(setting.BEGIN, faster)
    show = Show(Console(), locale, ZoneInfo(setting.TIMEZONE))
    with Stage(config, clock) as stage:
        people = setting.people_of(stage, game, locale, seed)
        play = Play(stage, people, stage.program("GM", setting.GM), show)
        show.begin(
            words_of(locale).titles[game], len(people), stage.server.port, round(faster / 3600, 1)
        )
        stage.new_game(setting.setup_of(config, game, locale))
        stage.settle()
        play.look_around()
        for person in people:
            play.invite(person, show.posts[0])
        play.go_on(over=lambda: all(person.notes.over for person in people))
        stage.settle()
        play.look_around()
        row = stage.store.game("g1")
        ended = row is not None and row.state == "ended"
        checks = {"audit": stage.audit(), "verify": _verified([m.raw for m in show.posts])}
    show.end(time.monotonic() - began, **checks)
    return 0 if ended and all(checks.values()) else 1


def _verified(raws: list[bytes]) -> bool:
    """Whether the published mails alone prove lots, roles and receipts: what `pbp verify` does."""
    from pbp.evidence import read_mail
    from pbp.verify import WRONG, verify

    mails = [mail for mail in map(read_mail, raws) if mail is not None]
    found = [one for findings in verify(mails).values() for one in findings]
    return bool(found) and not any(one.verdict == WRONG for one in found)
