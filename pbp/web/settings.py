"""What the web process is told when it starts: plain values, as one line of JSON."""

import msgspec


class WebSettings(msgspec.Struct, frozen=True, kw_only=True):
    """board: the file of the public view. control: the socket at which the server answers.

    templates: a GM's own folders. base_url: how the world calls us, "" where it does not.
    session: seconds for which a browser keeps its key. form_max: bytes.
    """

    board: str
    control: str = ""
    templates: tuple[str, ...] = ()
    locale: str = "zh"
    base_url: str = ""
    posts_per_page: int = 50
    requests_per_minute: int = 600
    forms_per_minute: int = 20
    form_max: int = 64 * 1024
    connections_max: int = 200
    trusted_proxies: tuple[str, ...] = ()
    session: int = 12 * 3600
    log_format: str = "text"
    log_level: str = "info"
