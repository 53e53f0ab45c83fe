"""Talking to whoever sits there: a terminal with completion and history, or plain lines.

A pipe is talked to in plain lines, so that a script and a test say what a person would. The end of
the input, Ctrl-C and Ctrl-D all mean: leave.
"""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

import click

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer


class Talk(Protocol):
    """Who sits there."""

    @property
    def height(self) -> int:
        """Lines that fit on the screen."""
        ...

    def say(self, text: str) -> None:
        """Show lines."""
        ...

    def ask(self, question: str, words: Iterable[str] = ()) -> str | None:
        """One line of his, without blanks around it; None: he leaves. words: to complete."""
        ...


class Plain:
    """Lines in, lines out."""

    height = 40

    def say(self, text: str) -> None:
        """Show lines."""
        click.echo(text)

    def ask(self, question: str, words: Iterable[str] = ()) -> str | None:  # noqa: ARG002
        """One line; None at the end of the input."""
        click.echo(question, nl=False)
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        click.echo()
        return line.strip() if line else None


class Terminal:
    """A line editor with completion; nothing that was typed is kept after the end."""

    def __init__(self) -> None:
        """Take the terminal that there is."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.application.current import get_app_session

        self._session: PromptSession[str] = PromptSession()
        self._size = get_app_session().output.get_size

    @property
    def height(self) -> int:
        """Lines that fit, with room for the question below."""
        return max(10, self._size().rows - 8)

    def say(self, text: str) -> None:
        """Show lines."""
        from prompt_toolkit import print_formatted_text

        print_formatted_text(text)

    def ask(self, question: str, words: Iterable[str] = ()) -> str | None:
        """One line; what begins as he types is offered below it, Tab takes it."""
        completer = completer_of(words)
        try:
            line: str = self._session.prompt(
                question, completer=completer, complete_while_typing=True
            )
        except (EOFError, KeyboardInterrupt):
            return None
        return line.strip()


def completer_of(words: Iterable[str]) -> "Completer":
    """Offers the words that begin as the line does."""
    from prompt_toolkit.completion import WordCompleter

    return WordCompleter(list(words), ignore_case=True, sentence=True)


def talk_here() -> Talk:
    """As the standard input and output are."""
    return Terminal() if sys.stdin.isatty() and sys.stdout.isatty() else Plain()
