"""The environment of our templates: Jinja's, with what they do all the time looked for first.

Jinja asks an object for an attribute before it asks for an item; for the data of a fact, which are
plain dictionaries, that fails at every field of every line. And it asks whatever is called whether
it wants the context; a page of ours calls macros, thirty times, and these never do.
"""

from typing import Any

from jinja2 import Environment
from jinja2.runtime import Context, Macro

_OWN_NAMES = frozenset(dir(dict))
"""What a dictionary answers itself: there Jinja's order stands."""


class MacroContext(Context):
    """Calls a macro with what Jinja would find out that it wants: how the page is escaped."""

    def call(__self, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - as in Jinja
        """What a macro, or anything else that can be called, gives."""
        if type(__obj) is not Macro:
            return Context.call(__self, __obj, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return __obj(__self.eval_ctx, *args, **kwargs)


class FactEnvironment(Environment):
    """Looks into a dictionary before it asks it for an attribute that no dictionary has."""

    context_class = MacroContext

    def getattr(self, obj: Any, attribute: str) -> Any:
        """The attribute or item of that name, or an undefined value."""
        if type(obj) is dict and attribute not in _OWN_NAMES:
            try:
                return obj[attribute]
            except KeyError:
                return self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)
