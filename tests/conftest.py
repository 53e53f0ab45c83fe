"""What every test shares: how many examples a property is tried with, and a log as it was."""

import gc
import logging

import pytest
from hypothesis import settings

# Loaded by default; `make fuzz` takes the other one. No deadline: machines are slow at times.
settings.register_profile("usual", max_examples=50, deadline=None)
settings.register_profile("fuzz", max_examples=5000, deadline=None)
settings.load_profile("usual")


def pytest_collection_finish() -> None:
    """Ten thousand tests are in memory for good: no look for garbage need go through them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture(autouse=True)
def _log_as_it_was():
    """What a command makes of the log does not outlive its test."""
    root, ours = logging.getLogger(), logging.getLogger("pbp")
    handlers, levels = list(root.handlers), (root.level, ours.level)
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])
