"""The house of tests/server: a data folder and the commands on it."""

from tests.server.conftest import house

__all__ = ["house"]
