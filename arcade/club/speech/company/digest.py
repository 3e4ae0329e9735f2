"""What happened since a person was last here, in lines."""

from collections.abc import Iterator

from arcade.club.i18n.words import Words
from arcade.club.operations.digest import DigestLines
from arcade.engine.words import N_

NOTHING = N_("Nothing has happened since you were last here.")


def digest_texts(words: Words, digest: DigestLines) -> Iterator[str]:
    """Say what happened, and how to go where it is one's turn; nothing if nothing happened."""
    kinds = {line.kind for line in digest.lines}
    if kinds - {"turn"}:
        yield words.t("Since you were last here:")
    for line in digest.lines:
        yield line.text
    if "turn" in kinds:
        yield words.t("next goes where it is your turn.")
