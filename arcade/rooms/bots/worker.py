"""The program of a worker process: answers the questions of `arcade.rooms.bots.pool` in order.

Questions are pickles on standard input; answers are pickles on standard output, each after four
bytes of length; the first means "ready". The process ends with its input, that is with its parent.
"""

import os
import pickle
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import BinaryIO, Literal

from msgspec import Struct

from arcade.engine import registry
from arcade.engine.bot import bot
from arcade.engine.chance import Stream
from arcade.engine.coach import chances, coach
from arcade.engine.offers import Offer
from arcade.rooms.bots.deal import Deal, Progress, play_on

LENGTH = 4
"""Bytes of the length before an answer, big-endian."""

NICENESS = 5
"""Added to the nice value: the process that serves everybody's keys comes first."""


class Question(Struct, frozen=True):
    """Ask a bot to choose, or the game's coach to rate, among the offers of one view."""

    what: Literal["choose", "advise"]
    game: str
    bot: str
    view: Struct
    offers: tuple[Offer, ...]
    seed: bytes


class Positions(Struct, frozen=True):
    """Ask for every seat's chance to win, after each of some spectators' views of a game."""

    game: str
    views: tuple[Struct, ...]


class Continue(Struct, frozen=True):
    """Ask to play a deal on, with these bots on its seats, for `seconds` or to the `most` moves."""

    deal: Deal
    bots: tuple[str, ...]
    progress: Progress | None
    seconds: float
    most: int

    @property
    def game(self) -> str:
        return self.deal.game


Asked = Question | Positions | Continue


class Answer(Struct, frozen=True):
    result: object = None
    wrong: str = ""


def answer(question: Asked) -> Answer:
    """Answer a question; an error of the bot is returned, not raised."""
    try:
        return Answer(_think(question))
    except Exception:
        return Answer(wrong=traceback.format_exc())


def _think(question: Asked) -> object:
    if isinstance(question, Continue):
        deal, bots = question.deal, question.bots
        return play_on(deal, bots, question.progress, question.seconds, question.most)
    game = registry.find(question.game)
    if isinstance(question, Positions):
        return tuple(chances(game, view) for view in question.views)
    chance = Stream(question.seed)
    if question.what == "choose":
        return bot(game, question.bot).choose(question.view, question.offers, chance)
    teacher = coach(game)
    return () if teacher is None else teacher.advise(question.view, question.offers, chance)


def main() -> None:
    # What a bot prints must not be taken for an answer.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.nice(NICENESS)
    questions: SimpleQueue[Asked] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    registry.games()
    _say(out, Answer())
    while True:
        _say(out, answer(questions.get()))


def _say(out: BinaryIO, answer: Answer) -> None:
    data = pickle.dumps(answer)
    out.write(len(data).to_bytes(LENGTH, "big") + data)
    out.flush()


def _listen(source: BinaryIO, questions: SimpleQueue[Asked]) -> None:
    """Read questions; end this process as soon as its parent ends, even during a choice."""
    try:
        while True:
            questions.put(pickle.load(source))  # noqa: S301  from the process that started this one
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
