"""The chart: an SVG that any browser shows, one bar a set-up, with how sure each share is.

Written by hand: bars and lines need no library. The words in it are English, as on the command
line; names of options and camps stand as they are written.
"""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from pbp.simulate.outcomes import DRAW, Outcome, most_even

WIDTH, LEFT, RIGHT, TOP, ROW, FOOT = 900, 210, 150, 84, 44, 60
BAR = 22
PLOT = WIDTH - LEFT - RIGHT

COLOURS = (
    *("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9"),
    *("#e69f00", "#332288", "#88ccee", "#aa4499"),
)
"""Colours that people who see few colours can tell apart (Okabe and Ito, Tol)."""

GREY = "#bbbbbb"


def chart(title: str, outcomes: Sequence[Outcome]) -> str:
    """The SVG. Each bar is all games of a set-up; the line across is the first camp's interval."""
    names = list(outcomes[0].shares)
    height = TOP + ROW * len(outcomes) + FOOT
    even = most_even(outcomes)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="sans-serif" font-size="13" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        _text(LEFT, 24, title, "bold"),
        *_legend(names),
        *_scale(TOP, TOP + ROW * len(outcomes)),
    ]
    for place, one in enumerate(outcomes):
        parts += _bar(TOP + ROW * place + 8, one, names, is_even=place == even)
    parts.append(_text(LEFT, height - 14, "The line is the 95 % interval of the first camp."))
    return "\n".join([*parts, "</svg>", ""])


def colour(place: int, name: str) -> str:
    """The colour of a camp; draws are grey."""
    return GREY if name == DRAW else COLOURS[place % len(COLOURS)]


def _legend(names: Sequence[str]) -> list[str]:
    """A square and a name a camp, on as many lines as it takes."""
    parts, x, y = [], LEFT, 38
    for place, name in enumerate(names):
        wide = 30 + 7 * len(name)
        if x + wide > WIDTH - 10:
            x, y = LEFT, y + 17
        parts.append(
            f'<rect x="{x}" y="{y}" width="11" height="11" fill="{colour(place, name)}"/>'
            f'<text x="{x + 15}" y="{y + 10}" font-size="12">{escape(name)}</text>'
        )
        x += wide
    return parts


def _scale(top: int, bottom: int) -> list[str]:
    parts = []
    for percent in range(0, 101, 25):
        x = LEFT + PLOT * percent / 100
        parts.append(f'<line x1="{x}" y1="{top}" x2="{x}" y2="{bottom}" stroke="#dddddd"/>')
        parts.append(
            f'<text x="{x}" y="{bottom + 16}" text-anchor="middle" fill="#555555">{percent}%</text>'
        )
    return parts


def _bar(y: int, one: Outcome, names: Sequence[str], *, is_even: bool) -> list[str]:
    label = ", ".join(f"{k}={v}" for k, v in one.varied.items()) or f"{one.players} players"
    parts = [_text(12, y + 15, label, "bold" if is_even else "normal")]
    x, whole = float(LEFT), sum(share.share for share in one.shares.values()) or 1.0
    for place, name in enumerate(names):
        wide = PLOT * one.shares[name].share / whole
        parts.append(
            f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{BAR}"'
            f' fill="{colour(place, name)}"><title>{escape(name)} '
            f"{one.shares[name].share:.1%}</title></rect>"
        )
        x += wide
    first = one.shares[names[0]]
    low, high, middle = LEFT + PLOT * first.low, LEFT + PLOT * first.high, y + BAR / 2
    parts.append(
        f'<path d="M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 5}v10'
        f'M{high:.1f} {middle - 5}v10" stroke="black" fill="none"/>'
    )
    parts.append(_text(WIDTH - RIGHT + 10, y + 15, f"{one.days['50%']:g} days, {one.games} games"))
    return parts


def _text(x: int, y: int, text: str, weight: str = "normal") -> str:
    return f'<text x="{x}" y="{y}" font-weight="{weight}">{escape(text)}</text>'
