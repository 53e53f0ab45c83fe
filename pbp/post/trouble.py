"""How an exception is named in a log line: what and where, never its text, which may quote mail."""

from pbp.service.trouble import trace_of


def name_of(error: BaseException) -> str:
    """Give the type of an exception and the place it came from, "KeyError at smtp_in.py:12"."""
    return trace_of(error, 1)
