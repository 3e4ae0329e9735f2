"""21 in sentences."""

from arcade.engine.words import Speech


def state(speech: Speech) -> list[str]:
    """Say the round, the scores, the own tiles and what lies on the board."""
    t, view = speech.words.t, speech.view
    said = [
        t("Round {n}.", n=view.round),
        t("Scores: {each}.", each=speech.each(view.scores)),
    ]
    if view.teams:
        said.append(t("First and third play against second and fourth."))
    hand = getattr(view, "hand", ())
    if hand:
        said.append(
            t("Your tiles: {tiles}.", tiles=speech.list([_tile(speech, one) for one in hand]))
        )
        own = speech.seat
        if own is not None:
            said.append(
                speech.words.nt("{n} more to draw.", "{n} more to draw.", view.series_counts[own])
            )
    if not view.board:
        said.append(t("The board is empty."))
        return said
    if not speech.brief:  # some forty tiles, each of which was told when it was laid
        tiles = ", ".join(_laid(speech, at) for at in view.board)
        said.append(t("On the board: {tiles}.", tiles=tiles))
    if view.passes and view.turn is not None:
        said.append(
            speech.words.nt(
                "{n} of {seats} has passed in succession; when all have, the game ends.",
                "{n} of {seats} have passed in succession; when all have, the game ends.",
                view.passes,
                seats=len(view.scores),
            )
        )
    if view.last is not None:
        said.append(t("The last tile lies on {at}.", at=view.last))
    return said


def _tile(speech: Speech, tile: int | str) -> str:
    return str(tile) if isinstance(tile, int) else speech.words.t("star")


def _laid(speech: Speech, at: str) -> str:
    tile = speech.view.board[at]
    laid = {"at": at, "n": tile.value, "name": speech.name(tile.seat)}
    if not tile.face_up:
        return speech.words.t("{at} {n} of {name}, face down", **laid)
    return speech.words.t("{at} {n} of {name}", **laid)
