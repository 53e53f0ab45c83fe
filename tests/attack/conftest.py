"""The house of the server's tests: a folder with a configuration, and `pbp` as a user calls it."""

from tests.server.conftest import house

__all__ = ["house"]
