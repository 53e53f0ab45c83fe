"""Likeness: whether two characters sound or look alike, from a small derived table."""


def same_sound(one: str, other: str) -> bool:
    """Whether any common reading of the two is the same, tone aside."""
    return False


def same_shape(one: str, other: str) -> bool:
    """Whether the two are easily taken for one another."""
    return False
