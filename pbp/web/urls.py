"""Addresses of pages: of the running site, and of the same pages as files in one folder."""

from urllib.parse import quote, urlencode

from pbp.board.rows import Post


class Urls:
    """The running site."""

    is_static = False

    def home(self) -> str:
        """The list of games."""
        return "/"

    def place(self, name: str) -> str:
        """A place of the menu: games · archive · statistics · search."""
        return "/" if name == "games" else f"/{name}"

    def statistics(self, year: str) -> str:
        """The statistics of a year, or of all."""
        return f"/statistics?year={year}" if year else "/statistics"

    def language(self, lang: str, back: str) -> str:
        """Where one chooses a language and comes back."""
        return "/language?" + urlencode({"to": lang, "back": back})

    def static(self, name: str) -> str:
        """A file of ours."""
        return f"/static/{name}"

    def game(self, game: str) -> str:
        """A game's page."""
        return f"/{game}/"

    def state(self, game: str) -> str:
        """What a waiting page asks."""
        return f"/{game}/state.json"

    def thread(self, game: str, slug: str, page: int = 1) -> str:
        """A thread, at one of its pages."""
        return f"/{game}/t/{slug}" + (f"?page={page}" if page > 1 else "")

    def post(self, post: Post) -> str:
        """A post, for good."""
        return f"/{post.game}/p/{post.key}"

    def votes(self, game: str) -> str:
        """All votes."""
        return f"/{game}/votes"

    def law(self, name: str) -> str:
        """A page of clauses."""
        return f"/law/{name}"

    def search(self, game: str | None) -> str:
        """The search in one game, or in all."""
        return f"/{game}/search" if game else "/search"

    def search_page(self, game: str | None, asked: str, page: int) -> str:
        """A page of what was found."""
        return f"{self.search(game)}?{urlencode({'q': asked, 'page': page})}"

    def feed(self, game: str, slug: str = "") -> str:
        """The feed of a game or of a thread."""
        return f"/{game}/t/{slug}/atom.xml" if slug else f"/{game}/atom.xml"

    def key(self, game: str) -> str:
        """Where one asks for a link."""
        return f"/{game}/key"

    def enter(self, game: str) -> str:
        """Where the link leads."""
        return f"/{game}/enter"

    def mine(self, game: str) -> str:
        """A player's own page."""
        return f"/{game}/mine"

    def desk(self, game: str) -> str:
        """The GM's desk."""
        return f"/{game}/desk"

    def out(self, game: str) -> str:
        """Where one signs out."""
        return f"/{game}/out"

    def leave(self, game: str) -> str:
        """Where one leaves the list."""
        return f"/{game}/leave"


class StaticUrls(Urls):
    """The same pages as files that lie beside each other."""

    is_static = True

    def __init__(self, per_page: int) -> None:
        """per_page: posts on one page of a thread."""
        self._per_page = per_page

    def home(self) -> str:
        """The only game there is."""
        return "index.html"

    def static(self, name: str) -> str:
        """A file of ours."""
        return name

    def game(self, game: str) -> str:
        """A game's page."""
        return "index.html"

    def thread(self, game: str, slug: str, page: int = 1) -> str:
        """A thread, at one of its pages."""
        return f"{quote(slug)}{f'-{page}' if page > 1 else ''}.html"

    def post(self, post: Post) -> str:
        """A post, in its thread."""
        page = (max(post.floor, 1) - 1) // self._per_page + 1
        return f"{self.thread(post.game, post.thread, page)}#{post.key}"

    def votes(self, game: str) -> str:
        """All votes."""
        return "votes.html"

    def law(self, name: str) -> str:
        """A page of clauses."""
        return f"law-{name}.html"
