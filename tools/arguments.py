"""What the tools take on their command lines, and how they report meanwhile."""

import argparse
import sys


def positive(text: str) -> int:
    """Read a number of runs or people: with none nothing would be seen, and all would be well."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is too few: write 1 or more")
    return number


def tell(line: str) -> None:
    """Write a line at once: the next may take minutes."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
