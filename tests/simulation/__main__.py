"""`python -m tests.simulation 1..2000` counts; `python -m tests.simulation 17` tells everything."""

import re
import sys
import time
from collections import Counter

from tests.simulation.slow import play_for_time
from tests.simulation.world import simulate


def main(wish: str) -> int:
    """Run one schedule with its trace, or many; return the exit code."""
    seeds = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", wish)
    first, last = map(int, seeds.groups(default=seeds[1])) if seeds else (1, 0)
    if last < first:
        sys.exit(f"{wish!r} names no seeds. Write SEEDS=1..2000, or SEED=17 for one.")
    if ".." not in wish:
        return _tell(first)
    began, counted, failed = time.monotonic(), Counter[str](), []
    longest = 0.0
    for seed in range(first, last + 1):
        try:
            counted.update(simulate(seed).count)
            longest = max(longest, play_for_time(seed).over)
        except Exception as error:
            failed.append(seed)
            sys.stdout.write(f"seed {seed}: {type(error).__name__}: {error}\n")
    figures = ", ".join(f"{number} {what}" for what, number in counted.items())
    took = time.monotonic() - began
    figures += f"; of a turn's time {longest:.0%} at most"
    sys.stdout.write(
        f"{last - first + 1} schedules in {took:.0f} s, {len(failed)} failed: {figures}\n"
    )
    for seed in failed:
        sys.stdout.write(f"again: make simulate SEED={seed}\n")
    return bool(failed)


def _tell(seed: int) -> int:
    try:
        world = simulate(seed)
    except Exception as error:
        trace = error.world.trace if hasattr(error, "world") else ()
        sys.stdout.write("\n".join(trace) + "\n")
        raise
    sys.stdout.write("\n".join(world.trace) + f"\n{world.count}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
