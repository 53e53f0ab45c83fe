"""Tables: one small tool to write a table of words as a paragraph."""


def word_set(paragraph: str) -> frozenset[str]:
    """The words of a paragraph, divided by blanks and line ends."""
    return frozenset(paragraph.split())


def same_meaning(meaning: str, paragraph: str) -> dict[str, str]:
    """A table in which every word of a paragraph has one meaning."""
    return dict.fromkeys(paragraph.split(), meaning)
