"""The environment of our templates: Jinja's, with the fields of a fact looked up first.

Jinja asks an object for an attribute before it asks for an item; for the data of a fact, which are
plain dictionaries, that fails at every field of every line.
"""

from typing import Any

from jinja2 import Environment

_OWN_NAMES = frozenset(dir(dict))
"""What a dictionary answers itself: there Jinja's order stands."""


class FactEnvironment(Environment):
    """Looks into a dictionary before it asks it for an attribute that no dictionary has."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """The attribute or item of that name, or an undefined value."""
        if type(obj) is dict and attribute not in _OWN_NAMES:
            try:
                return obj[attribute]
            except KeyError:
                return self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)
