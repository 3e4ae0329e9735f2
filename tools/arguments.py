"""What the tools take on their command lines."""

import argparse


def positive(text: str) -> int:
    """Read a number of runs or people: with none nothing would be seen, and all would be well."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is too few: write 1 or more")
    return number
