"""Facts into words: private notices and public posts, from the templates of a game's locale.

Every word that a player reads stands in templates/, none in Python. What a page says is a function
of one fact and of what everybody may know of the game (`About`), nothing else.
"""

from pbp.render.check import problems
from pbp.render.page import PACKAGE, About, Page
from pbp.render.renderer import Renderer

__all__ = ["PACKAGE", "About", "Page", "Renderer", "problems"]
