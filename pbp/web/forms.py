"""Forms: reading a short body, and telling a form of ours from one that another site made.

A form carries a hash of a cookie that other sites cannot read (CSRF); browsers that say where a
request comes from are believed as well. Origin says "null" here, by our own Referrer-Policy.
"""

import hashlib
import hmac
import secrets
from http import HTTPStatus
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

FORM_COOKIE = "form"
FIELDS_MAX = 20


async def fields(request: Request, size_max: int) -> dict[str, str]:
    """The fields of a form; what is too long is the page 413, what is no form the page 400."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > size_max:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        pairs = parse_qsl(body.decode("utf-8"), True, max_num_fields=FIELDS_MAX, errors="strict")
    except (ValueError, UnicodeDecodeError):
        raise HTTPException(HTTPStatus.BAD_REQUEST) from None
    return dict(pairs)


def token_of(cookie: str) -> str:
    """What a form must carry with a cookie."""
    return hashlib.sha256(f"csrf|{cookie}".encode()).hexdigest()[:32]


def once() -> str:
    """A name for one showing of a form, by which a second hand-in is known."""
    return secrets.token_urlsafe(12)


def form_cookie(request: Request) -> str:
    """The cookie of one who is not signed in, a new one where he has none."""
    return request.cookies.get(FORM_COOKIE) or secrets.token_urlsafe(18)


def with_form_cookie(request: Request, answer: Response, value: str) -> Response:
    """Give the cookie along, if the browser has it not yet."""
    if request.cookies.get(FORM_COOKIE) != value:
        answer.set_cookie(
            FORM_COOKIE,
            value,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
    return answer


def must_be_ours(request: Request, given: dict[str, str], cookie: str | None) -> None:
    """Refuse (the page 403) what did not come from a form of ours."""
    site = request.headers.get("sec-fetch-site", "none")
    wanted = token_of(cookie) if cookie else ""
    same = hmac.compare_digest(given.get("csrf", "").encode(), wanted.encode())
    if site not in ("same-origin", "none") or not wanted or not same:
        raise HTTPException(HTTPStatus.FORBIDDEN)
