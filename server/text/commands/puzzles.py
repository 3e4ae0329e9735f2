"""The puzzles of the day as a command."""

from collections.abc import Mapping

from arcade.club.operations.operation import game_key
from arcade.club.operations.puzzles import PlayPuzzle
from arcade.club.puzzles.wording import asked_texts, judgement_texts, puzzle_text, puzzles_texts
from arcade.club.speech import actions
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.views import TableView
from arcade.engine import codec
from server.text import new_table
from server.text.commands.call import FAILED, Call, answer


async def puzzle(call: Call) -> int:
    """Write today's puzzles; of a game the position and the choices; take an answer."""
    words = call.words
    if not call.arguments:
        listed = await call.ask(PlayPuzzle())
        return await answer(call, listed, "\n".join(puzzles_texts(words, listed)) + "\n")
    player = call.must_have_key()
    game, typed = new_table.split_game(call.arguments)
    session = await call.club.play_puzzle(player, game_key(game))
    try:
        table = session.table()
        choices = actions.choices(words, table)
        if not typed:
            how = f"{by_ssh('play', call.club.address)} puzzle {game}"
            (here,) = (at for at in call.club.puzzles.of(player).puzzles if at.game == table.game)
            text = "\n".join([puzzle_text(words, here), *asked_texts(words, table, how)]) + "\n"
            return await answer(call, _position(table), text)
        try:
            action = actions.read(words, " ".join(typed), choices, table)
        except actions.Unclear:
            known = "\n".join(f"{choice.number}  {choice.text}" for choice in choices)
            return await call.complain("\n".join((words.t("Choose one of these:"), known)))
        judgement = await session.act(action, table.version)
    finally:
        session.detach()
    if judgement is None:
        return FAILED
    text = "\n".join(judgement_texts(words, table, judgement)) + "\n"
    return await answer(call, judgement, text)


def _position(table: TableView) -> Mapping[str, object]:
    seen = {"view": codec.plain(table.view), "offers": table.offers}
    names = [seat.name for seat in table.seats]
    return {"game": table.game, "seat": table.seat, "names": names, **seen}
