"""Many games on all cores. Which core plays a game changes nothing of it; results keep their order.

Processes are begun anew ("spawn"), not forked from one that has threads.
"""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from pbp.simulate.game import Case, Result, play

PIECE = 25
"""Games that are handed to a process at a time."""


def cores() -> int:
    """How many processes this machine can really run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_all(
    cases: Sequence[Case], jobs: int, told: Callable[[int], None] = lambda _: None
) -> list[Result]:
    """Play all games; jobs: processes, 1 for this one alone. told: how many more are done."""
    if jobs <= 1 or len(cases) <= PIECE:
        results = []
        for case in cases:
            results.append(play(case))
            told(1)
        return results
    pieces = [list(cases[start : start + PIECE]) for start in range(0, len(cases), PIECE)]
    found: list[list[Result]] = [[] for _ in pieces]
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(pieces)), mp_context=spawn)
    try:
        waiting = {pool.submit(play_piece, piece): n for n, piece in enumerate(pieces)}
        for done in as_completed(waiting):
            found[waiting[done]] = done.result()
            told(len(found[waiting[done]]))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return [result for piece in found for result in piece]


def play_piece(cases: Sequence[Case]) -> list[Result]:
    """Play some games in this process."""
    return [play(case) for case in cases]
