"""What a sign-up's names look like: likeness is the language room's, the game gets it as values."""

from pbp.game import people
from pbp.game.hearing import Likes
from pbp.game.intents import Understood
from pbp.game.table import Table
from pbp.language.alike import why_alike
from pbp.language.folding import fold
from pbp.language.names import Unknown, resolve
from pbp.language.shapes import is_personal
from pbp.language.words import words
from pbp.service.leaks import is_named

NOBODY = Likes()


def likes(table: Table, understood: Understood, sender: str) -> Likes:
    """Whom the names in a sign-up can be taken for; nothing where the letter is none."""
    book = table.signup
    reading = next((r for r in understood.readings if r.kind in ("signup", "substitute")), None)
    if book is None or table.started is not None or reading is None:
        return NOBODY
    name, wish, problem = people.wanted(reading.text)
    if problem:
        return NOBODY
    others = [e for a, e in {**book.asked, **book.valid}.items() if a != sender and e.name]
    settled = [e for a, e in book.valid.items() if a != sender]
    wished = [e.wish for e in others if e.wish]
    return Likes(
        names=tuple(e.name for e in settled if fold(e.name) == fold(name)),
        wishes=too_alike(wish, [*wished, *(e.name for e in others)]) if wish else (),
        shuns=too_alike(name, book.opened.handles) + too_alike(wish, book.opened.handles),
        unusable=is_unusable(wish),
        tells=how_it_tells(name, wish, sender),
    )


def how_it_tells(name: str, wish: str, sender: str) -> str:
    """How a name or a wish tells who somebody is, as a post may not (C-5.5, C-9.2); "" if neither.

    sender: the address that he signs up from.
    """
    if is_personal(name):
        return "personal"
    if not wish:
        return ""
    if is_personal(wish):
        return "wish_personal"
    own = [sender.partition("@")[0], *([name] if fold(name) != fold(wish) else [])]
    return "wish_names_you" if is_named(wish, own) else ""


def too_alike(name: str, others: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Which of the names are the same as this one or one step from it (C-6.8)."""
    if not name:
        return ()
    return tuple(
        other
        for other in others
        if not isinstance(resolve(name, (other,), None), Unknown) or why_alike(name, other)
    )


def is_unusable(wish: str) -> bool:
    """Whether a wished handle would be read as a word of command or a number."""
    return bool(wish) and (fold(wish) in words() or is_a_number(wish))


def is_a_number(name: str) -> bool:
    """Whether a name would be read as a number on the roster."""
    roster = tuple(f"\x00{place}" for place in range(1, 100))
    return not isinstance(resolve(name, roster, None), Unknown)
