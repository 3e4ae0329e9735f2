"""What a table of 21 can choose."""

from msgspec import Struct

from arcade.engine.game import Option
from arcade.engine.options import option_list
from arcade.engine.words import N_


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    teams: bool = False


OPTION_LIST = option_list(
    Options,
    Option(
        "teams",
        N_("Teams"),
        N_("Four players in two teams: first and third against second and fourth."),
        only={"seats": (4,)},
    ),
)
