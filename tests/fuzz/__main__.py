"""`make fuzz`: many mutated mails through the reader; each has a number and is the same every time.

python -m tests.fuzz [HOW MANY] [FIRST NUMBER]; a mail that fails is kept in build/fuzz/.
"""

import sys
import time
import traceback
from pathlib import Path

from tests.fuzz.mutations import mutated
from tests.fuzz.trial import faults, mails

KEPT = Path("build/fuzz")
TOLD_EVERY = 5000
FAILED_MAX = 50


def main() -> int:
    """How many mails failed, as an exit status."""
    given = [int(word) for word in sys.argv[1:3]]
    many, first = given + [100_000, 0][len(given) :]
    began, failed, slowest = time.monotonic(), 0, (0.0, first)
    corpus = mails()
    for number in range(first, first + many):
        raw, at = mutated(corpus, number), time.process_time()
        try:
            found = faults(raw)
        except Exception:
            found = [traceback.format_exc(limit=-3)]
        slowest = max(slowest, (time.process_time() - at, number))
        if found:
            failed += 1
            KEPT.mkdir(parents=True, exist_ok=True)
            (KEPT / f"{number}.eml").write_bytes(raw)
            print(f"mail {number}: {'; '.join(found)}", flush=True)
            if failed >= FAILED_MAX:
                break
        if (number - first + 1) % TOLD_EVERY == 0:
            spent = time.monotonic() - began
            print(f"{number - first + 1} of {many}, {failed} failed, {spent:.0f} s", flush=True)
    print(f"{failed} failed; the slowest took {slowest[0]:.2f} s (mail {slowest[1]})")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
