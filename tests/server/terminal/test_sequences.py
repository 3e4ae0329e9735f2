"""No byte that nobody typed moves anything: what a terminal sends by itself makes no key."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual import events, messages
from textual.message import Message

from arcade.club.club import Club
from arcade.engine.registry import games
from arcade.rooms.table_rules import TableRules
from screens.terminal.reader import GroundReported, Reader, decoder
from screens.terminal.sequences import (
    ASKED_BY_TEXTUAL,
    MOST_PASTED,
    PASTE_WAIT,
    PREFIX_WAIT,
    SEQUENCE_WAIT,
    Framer,
    LineFilter,
)
from server.config.settings import Limits
from server.limits.cost_meter import WORK_PAUSE
from server.terminal.intake import Intake
from server.terminal.line_input import LineInput
from tests.lessons.test_classroom import LEARNT
from tests.people import ANNA, BEN, CLEO, DORA
from tests.server.sights import SpectatorRig, house

FAST = Limits(keys_per_second=10**9)

BEGIN = ("\x1bP", "\x1bX", "\x1b]", "\x1b^", "\x1b_", "\x90", "\x98", "\x9d", "\x9e", "\x9f")
END = ("\x1b\\", "\x07", "\x9c")
PAYLOAD = st.text(
    st.characters(exclude_characters="\x07\x18\x1a\x1b\x9c", codec="utf-8"), max_size=40
)

STRINGS = st.builds("{}{}{}".format, st.sampled_from(BEGIN), PAYLOAD, st.sampled_from(END))
PARAMETERS = st.text("0123456789:;", max_size=40)
PRIVATE = st.builds(
    "\x1b[{}{}{}{}".format,
    *(st.sampled_from("?<=>"), PARAMETERS, st.text(" !\"#$%&'()*+,-./", max_size=3)),
    st.sampled_from([chr(code) for code in range(0x40, 0x7F) if chr(code) not in "Mmny"]),
)
UNREADABLE = st.sampled_from(
    (
        *("\x1b[13;1:1u", "\x1b[13;1:3u", "\x1b[97:65;2u", "\x1b[57399;1:2u", "\x1b[1;1:3A"),
        *("\x1b[99999999999u", "\x1b[9999999u", "\x1b[113~", "\x1b[62~", "\x1b[3;5z", "\x1b[5n"),
        *("\x1b[0n", "\x1b[24;80R", "\x1b[8;24;80t", "\x1b[48;24;80;480;800t", "\x1b[4;480;800t"),
        *("\x1b[13;28;13;1;0;1_", "\x1b[2;1;1;128;128;1;0x", "\x1b[I", "\x1b[O", "\x1b[M !!"),
        *("\x1b[32;10;10M", "\x1b[1;2$y", "\x1b[" + "1;" * 60 + "q", "\x1bOl", "\x1bOX", "\x1bOE"),
        *("\x1bOI", "\x1bO ", "\x9b?1u", "\x9b0n", "\x1b[201~", "\x1b\\", "\x9c", "\x84"),
    )
)
REPLIES = st.one_of(STRINGS, PRIVATE, UNREADABLE)
CUTS = st.lists(st.integers(0, 10**4), max_size=4)

SEEN = (
    *("\x1b]11;rgb:1c1c/1c1c/1c1c\x1b\\", "\x1b]10;rgb:dddd/dddd/dddd\x07", "\x1b]52;c;aGk=\x1b\\"),
    *("\x1bP>|XTerm(390)\x1b\\", "\x1bP>|kitty(0.40.1)\x1b\\", "\x1bP>|iTerm2 3.5.10\x1b\\"),
    *(
        "\x1bP>|foot(1.28.0)\x1b\\",
        "\x1bP1$r0m\x1b\\",
        "\x1bP1+r544e=78\x1b\\",
        "\x1b_Gi=1;OK\x1b\\",
    ),
    *("\x1b[?64;1;2;6;22c", "\x1b[?1u", "\x1b[?997;1n", "\x1b[>41;390;0c", "\x1b[?2026;2$y"),
    *("\x1b[13;1:1u\x1b[13;1:3u", "\x1bOl", "\x1bOX", "\x1bOE", "\x1b[1;1R", "\x1b[I"),
)
"""Replies that were seen to act, and some that were not."""


class Typing:
    """A parser of bytes, and what came of them."""

    def __init__(self) -> None:
        self.events: list[Message] = []
        self.intake = Intake(FAST, self.events.append, lambda _: None)

    async def feed(self, *parts: bytes) -> None:
        for part in parts:
            self.intake.feed(part)
            while self.intake._bytes or self.intake._events:
                await asyncio.sleep(WORK_PAUSE / 2)

    @property
    def keys(self) -> list[str]:
        return [event.key for event in self.events if isinstance(event, events.Key)]


@pytest.fixture
async def typing() -> AsyncIterator[Typing]:
    made = Typing()
    yield made
    made.intake.close()


def in_parts(data: bytes, cuts: Sequence[int]) -> list[bytes]:
    at = sorted({cut % (len(data) + 1) for cut in cuts} | {0, len(data)})
    return [data[start:end] for start, end in pairwise(at)]


async def typed(*parts: bytes) -> tuple[list[Message], list[str]]:
    """Return what came of some bytes in parts, and of an `a` after them."""
    typing = Typing()
    await typing.feed(*parts)
    before = [event for event in typing.events if not isinstance(event, GroundReported)]
    typing.events.clear()
    await typing.feed(b"a")
    typing.intake.close()
    return before, typing.keys


@settings(max_examples=80)
@given(st.lists(REPLIES, min_size=1, max_size=3), CUTS)
def test_what_a_terminal_sends_by_itself_makes_no_event(
    replies: list[str], cuts: list[int]
) -> None:
    parts = in_parts("".join(replies).encode(), cuts)
    assert asyncio.run(typed(*parts)) == ([], ["a"])


@settings(max_examples=80)
@given(st.lists(REPLIES, min_size=1, max_size=3), CUTS)
def test_on_ones_own_terminal_neither(replies: list[str], cuts: list[int]) -> None:
    """There Textual's driver asks for more; that too is no key."""
    reader, decode = Reader(ASKED_BY_TEXTUAL), decoder().decode
    parts = in_parts("".join(replies).encode(), cuts)
    parsed = [event for part in (*parts, b"a") for event in reader.feed(decode(part))]
    typed = [event for event in parsed if isinstance(event, events.Key | events.Paste)]
    assert typed == parsed[-1:] and typed[0].key == "a"


@settings(max_examples=50)
@given(st.sampled_from(BEGIN[5:]), PAYLOAD, CUTS)
def test_control_characters_of_eight_bits_are_the_same_in_any_encoding(
    begin: str, payload: str, cuts: list[int]
) -> None:
    data = begin.encode("latin-1") + payload.encode() + b"\x9c"
    assert asyncio.run(typed(*in_parts(data, cuts))) == ([], ["a"])


@settings(max_examples=50)
@given(STRINGS, st.integers(3, 10**4))
def test_a_string_that_is_cut_and_never_ends_makes_no_event_and_leaves_none_deaf(
    string: str, cut: int
) -> None:
    framer = Framer()
    units = framer.feed(string[: max(3, cut % len(string))])
    assert framer.patience <= SEQUENCE_WAIT
    assert units + framer.give_up() == []
    assert [unit.text for unit in framer.feed("a")] == ["a"]


@pytest.mark.virtual
@pytest.mark.parametrize("wait", [0.05, 0.4, 1.5])
async def test_the_rest_of_a_string_may_come_later(typing: Typing, wait: float) -> None:
    at = 1 if wait < 0.1 else 2 if wait < PREFIX_WAIT else 3
    data = b"\x1b]11;rgb:1c1c/1c1c/1c1c\x1b\\"
    for cut in range(at, len(data) - 1):
        await typing.feed(data[:cut])
        await asyncio.sleep(wait)
        await typing.feed(data[cut:])
    assert typing.keys == []


@pytest.mark.virtual
@pytest.mark.parametrize("reply", [reply for reply in SEEN if reply[1] in "]P_" or "?" in reply])
async def test_an_answer_long_after_its_escape_types_nothing(typing: Typing, reply: str) -> None:
    await typing.feed(b"\x1b")
    await asyncio.sleep(5)
    await typing.feed(reply[1:].encode(), b"a")
    assert typing.keys == ["escape", "a"]


@pytest.mark.virtual
async def test_an_endless_string_types_nothing_and_ends_with_the_silence_after_it(
    typing: Typing,
) -> None:
    await typing.feed(b"\x1b]52;c;", *[b"q" * 4096] * 30)
    for _ in range(3):
        await asyncio.sleep(SEQUENCE_WAIT / 2)
        await typing.feed(b"q" * 4096)
    assert typing.keys == []
    await typing.feed(b"q")  # somebody types: that does not make it last longer
    await asyncio.sleep(SEQUENCE_WAIT / 2)
    await typing.feed(b"q")
    await asyncio.sleep(SEQUENCE_WAIT)
    await typing.feed(b"r")
    assert typing.keys == ["r"]


@pytest.mark.virtual
@pytest.mark.parametrize(
    ("data", "keys"),
    [
        ("\x1b", ["escape"]),
        ("\x1bP", ["alt+shift+p"]),
        ("\x1b]", ["right_square_bracket"]),
        ("\x1bO", ["alt+shift+o"]),
        ("\x1bx", ["alt+x"]),
        ("\x1bé", ["alt+é"]),
        ("\x1bf", ["ctrl+right"]),
        ("\x1b\r", ["enter"]),
        ("\x1bOA\x1bOP\x1bOq\x1bOM", ["up", "f1", "1", "enter"]),
        ("\x1b[A\x1b[1;5C\x1b[3~\x1b[Z", ["up", "ctrl+right", "delete", "shift+tab"]),
        ("\x1b[7$\x1b[[A\x1b[27u\x1b[99;5u", ["shift+home", "f1", "escape", "ctrl+c"]),
        ("\x1b\x1b[A", ["escape", "up"]),
        ("\x1b[12\rb", ["enter", "b"]),
        ("\x1b]11;rgb\x1b[A", ["up"]),
        ("\x1b]11;rgb\x18b", ["b"]),
        ("\x1b[<0;3;4Mb", ["b"]),
    ],
)
async def test_keys_stay_keys(typing: Typing, data: str, keys: list[str]) -> None:
    await typing.feed(data.encode())
    await asyncio.sleep(1)
    assert typing.keys == keys


@pytest.mark.virtual
async def test_a_key_at_once_after_escape_is_a_key_of_its_own(typing: Typing) -> None:
    """Where both wait to be read too; Alt and a letter come in one packet."""
    await typing.feed(b"\x1b", b"n", b"\x1bx")
    await typing.feed(b"\x1b", b"[A")
    assert typing.keys == ["escape", "n", "alt+x", "up"]
    for part in (b"a", b"b", b"\x1b", b"n", b"\x1b", b"[A"):
        typing.intake.feed(part)
    await typing.feed(b"c")
    assert typing.keys[4:] == ["a", "b", "escape", "n", "up", "c"]


@settings(max_examples=50)
@given(st.text(st.characters(codec="utf-8"), max_size=40), st.lists(REPLIES, max_size=2), CUTS)
def test_a_paste_is_one_event_whatever_stands_in_it(
    text: str, replies: list[str], cuts: list[int]
) -> None:
    pasted = "".join([text, *replies]).replace("\x1b[201~", "")
    data = f"\x1b[200~{pasted}\x1b[201~".encode()
    before, after = asyncio.run(typed(*in_parts(data, cuts)))
    assert [type(event) for event in before] == [events.Paste]
    assert getattr(before[0], "text", "") == pasted.replace("\x00", "")
    assert after == ["a"]


@pytest.mark.virtual
async def test_a_paste_that_never_ends_is_over_after_a_silence(typing: Typing) -> None:
    await typing.feed(b"\x1b[200~words")
    await asyncio.sleep(PASTE_WAIT + 1)
    await typing.feed(b"a", b"\x1b[200~" + b"q" * 5 * MOST_PASTED)
    await asyncio.sleep(PASTE_WAIT + 1)
    await typing.feed(b"b")
    assert typing.keys == ["a", "b"]
    pastes = [event.text for event in typing.events if isinstance(event, events.Paste)]
    assert pastes == ["q" * MOST_PASTED]


async def test_answers_to_our_questions_come_through(typing: Typing) -> None:
    await typing.feed(b"\x1b[?2026;2$y")
    assert isinstance(typing.events[0], messages.TerminalSupportsSynchronizedOutput)
    await typing.feed(b"\x1b[?997;2n", b"\x1b[?997;1n")
    grounds = [event.light for event in typing.events if isinstance(event, GroundReported)]
    assert grounds == [True, False]


@pytest.mark.virtual
async def test_in_lines_too_nothing_but_letters_is_typed() -> None:
    heard: list[bytes] = []
    lines = LineInput(heard.append, lambda _: None, LineFilter())
    for reply in SEEN:
        for part in in_parts(reply.replace("\x1bOl", "").encode(), [len(reply) // 2]):
            lines.feed(part)
    lines.feed(b"h\x1b[Ae\x1bOl\x1bOq\x1b[200~ll\x1b[201~")
    lines.feed(b"\x1b")
    await asyncio.sleep(1)
    lines.feed("lô\r".encode())
    assert lines.take() == "he,1lllô"
    assert b"".join(heard).decode() == "he,1lllô\r\n"


@pytest.fixture
async def home(club: Club) -> AsyncIterator[SpectatorRig]:
    async with house(club) as made:
        yield made


@pytest.mark.parametrize("game", [*games()])
async def test_replies_move_nothing_at_a_table_nor_in_the_talk_line(
    club: Club, home: SpectatorRig, game: str
) -> None:
    people = [ANNA, BEN, CLEO, DORA][: games()[game].meta.seats[0]]
    code = await club.create(ANNA, game, {}, len(people), table=TableRules(turn=0))
    table_sessions = [await club.join(player, code) for player in people]
    await table_sessions[0].start()
    actor, *others = sorted(table_sessions, key=lambda at: at.table().seat not in at.table().to_act)
    sight: Any = await home.app(actor.player, code, do="join")
    for keys in ("", "t"):  # at the table, then in the line of talk
        sight.type(keys.encode())
        await sight.quiet()
        version = others[0].table().version
        await replies_change_nothing(sight)
        assert others[0].table().version == version


@pytest.mark.parametrize("game", LEARNT)
async def test_replies_move_nothing_in_a_lesson(club: Club, home: SpectatorRig, game: str) -> None:
    sight: Any = await home.app(ANNA, "", do="lobby")
    sight.type(b"L")
    await sight.sees("Which game would you like to learn?")
    await replies_change_nothing(sight)
    sight.type(b"\x1b[B" * LEARNT.index(game) + b"\r")
    await sight.sees("step 1 of")
    await replies_change_nothing(sight)
    assert not [*club.rooms]


async def replies_change_nothing(sight: Any) -> None:
    before = sight.text
    for reply in SEEN:
        for cut in (1, len(reply) // 2, len(reply) - 1):
            sight.type(reply[:cut].encode())
            sight.type(reply[cut:].encode())
    await sight.quiet()
    assert sight.text == before
