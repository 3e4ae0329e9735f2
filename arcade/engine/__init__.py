"""What every game is: state, action, view, chance, offers; and the tools that play any of them.

What a game is written with can be imported from here.

Must not know: any one game, rooms, clocks, files, asyncio, or where chance comes from.
"""

from arcade.engine.bot import Bot
from arcade.engine.chance import Card, Chance, Replay, Shuffled
from arcade.engine.coach import Advice, Coach, percent
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.game import Game, GameAction, Meta, NoOptions, Option, Outcome
from arcade.engine.lesson import Lesson, Step, Turn
from arcade.engine.news import Line, News, TellsNews, Value, counted, cut, phrase
from arcade.engine.offers import Offer, offered
from arcade.engine.options import check_seats, option_list
from arcade.engine.seats import clockwise, put
from arcade.engine.words import N_, Final, Speech, Translator, TypedAction, signed
