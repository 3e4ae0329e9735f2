"""Being called by HTTP: a real server that answers, is slow, is down, or talks nonsense."""

import asyncio
import base64
import hashlib
import hmac
import itertools
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Self

import pytest

from arcade.club.calls import Occasion
from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.operations.webhook import WebhookState
from arcade.club.speech.company.webhook import webhook_texts
from arcade.club.webhooks.target import Target, is_public, read
from arcade.club.webhooks.webhooks import Message
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms.timers import RoomSettings
from server.webhooks import sender
from server.webhooks.sender import Sender
from tests.people import sit_down

ANNA, BEN = Player("SHA256:a", "anna"), Player("SHA256:b", "ben")
SECRET = b"secret of anna"
TURN = Occasion("turn", "KAFEL", "421", "Le 421")


@pytest.fixture(autouse=True)
def _library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow the library that other tests do without."""
    monkeypatch.delitem(sys.modules, "aiohttp", raising=False)


class HttpServer:
    """Answers each request with the next of some answers, the last one again and again."""

    def __init__(self, *answers: bytes) -> None:
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.arrived = asyncio.Condition()
        self._answers = list(answers)
        self._answering = set[asyncio.Task[None]]()
        self.url = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._begin, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/hook?token=1"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await asyncio.gather(*self._answering)

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._answering.add(asyncio.create_task(self._answer(reader, writer)))

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {
                name.lower(): value for name, _, value in (line.partition(": ") for line in head)
            }
            data = await reader.readexactly(int(headers["content-length"]))
        except asyncio.IncompleteReadError:  # the client has lost its patience first
            writer.close()
            return
        headers["path"] = head[0]
        async with self.arrived:
            self.requests.append((headers, data))
            self.arrived.notify_all()
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if answer != SLOW:
            writer.write(answer)
        else:
            await reader.read()  # until the client has lost its patience
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    async def received(self, number: int) -> list[tuple[dict[str, str], bytes]]:
        async with asyncio.timeout(20), self.arrived:
            await self.arrived.wait_for(lambda: len(self.requests) >= number)
        return self.requests


SLOW = b"slow"
OK, FAILS, GONE = (
    f"HTTP/1.1 {status} x\r\nContent-Length: 0\r\n\r\n".encode() for status in (200, 503, 410)
)
LEADS_AWAY = b"HTTP/1.1 302 x\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"


def message(url: str, form: str = "json") -> Message:
    target = read(f"{url}&as={form}", True)
    return Message("SHA256:a", target, SECRET, TURN, "It is your turn.")


async def test_a_call_is_signed_and_says_what_wait_says() -> None:
    async with HttpServer(OK) as server, Sender(private=True) as sending:
        sending.send(message(server.url))
        ((headers, data),) = await server.received(1)
    assert headers["path"] == "POST /hook?token=1 HTTP/1.1"
    body = json.loads(data)
    assert body.pop("text") == "It is your turn." and Occasion(**body) == Occasion(
        "turn", "KAFEL", "421", "Le 421", []
    )
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + data
    digest = hmac.new(SECRET, signed, hashlib.sha256).digest()
    assert headers["webhook-signature"] == "v1," + base64.b64encode(digest).decode()


@pytest.mark.parametrize(
    ("form", "sent"),
    [
        ("ntfy", b"It is your turn."),
        ("plain", b"It is your turn."),
        ("discord", b'{"content":"It is your turn.","allowed_mentions":{"parse":[]}}'),
        ("matrix", b'{"text":"It is your turn.","msgtype":"m.text","body":"It is your turn."}'),
    ],
)
async def test_each_service_gets_its_body(form: str, sent: bytes) -> None:
    async with HttpServer(OK) as server, Sender(private=True) as sending:
        assert await sending.attempt(message(server.url, form)) == "HTTP 200"
        assert server.requests[0][1] == sent


@pytest.mark.parametrize(
    ("answers", "tries"),
    [((FAILS, b"what?\r\n\r\n", OK), 3), ((b"", OK), 2), ((GONE, OK), 1), ((LEADS_AWAY, OK), 1)],
)
async def test_what_may_go_well_later_is_tried_again(
    answers: tuple[bytes, ...], tries: int
) -> None:
    async with HttpServer(*answers) as server, Sender(True, pauses=(0.01, 0.01, 0.01)) as sending:
        sending.send(message(server.url))
        await server.received(tries)
        await sending._tasks.finish()
        assert len(server.requests) == tries
        keys = {headers["webhook-id"] for headers, _ in server.requests}
        assert len(keys) == 1, "a server can tell that it has had it already"


async def test_a_server_that_is_slow_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a try may end before the server has read it: then another is made."""
    monkeypatch.setattr(sender, "TIMEOUT", 0.5)
    async with HttpServer(SLOW) as server, Sender(True, pauses=(0.01,) * 40) as sending:
        sending.send(message(server.url))
        await server.received(2)
        assert len({headers["webhook-id"] for headers, _ in server.requests}) == 1


async def test_a_server_that_is_down_costs_nobody_anything() -> None:
    async with Sender(private=True, pauses=(600.0,)) as sending:
        for _ in range(2 * sender.WAITING_PER_PERSON):
            sending.send(message("http://127.0.0.1:1/?x=1"))
        assert sending.dropped == sender.WAITING_PER_PERSON
        assert await sending.attempt(message("http://127.0.0.1:1/?x=1")) == "no connection"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433"]
)
async def test_the_own_network_is_refused_where_it_is_connected(host: str) -> None:
    async with HttpServer(OK) as server, Sender() as sending:
        url = server.url.replace("127.0.0.1", host)
        answer = await sending.attempt(message(url))
        assert not answer.startswith("HTTP") and server.requests == []


@pytest.mark.parametrize(
    ("address", "public"),
    [
        *((address, True) for address in ("1.1.1.1", "2606:4700::1111")),
        *((address, False) for address in ("10.1.2.3", "192.168.1.1", "169.254.169.254")),
        *(
            (address, False)
            for address in ("100.100.100.200", "168.63.129.16", "224.0.0.1", "0.0.0.0")
        ),
        *((address, False) for address in ("fd00:ec2::254", "fe80::1%eth0", "::ffff:10.0.0.1")),
        *((address, False) for address in ("64:ff9b::a00:1", "2002:a00:1::", "2001::1", "ff02::1")),
        *((address, False) for address in ("::7f00:1", "::ffff:0:7f00:1", "fec0::1", "5f00::1")),
    ],
)
def test_only_public_addresses_are_called(address: str, public: bool) -> None:
    assert is_public(address) == public


@pytest.mark.parametrize(
    "text",
    [
        *("x", "ftp://h/", "http://h/", "https://", "https://h:0/", "https://h/?as=fax"),
        *("https://h/ x", "https://h/?game=chess", "https://h/" + "x" * 500),
        *("https://10.0.0.1/", "https://[::1]:8/x", "https://[::ffff:127.0.0.1]/"),
        "https://localhost",
    ],
)
def test_a_bad_address_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read(text)


def test_a_host_may_allow_its_own_network() -> None:
    assert read("http://127.0.0.1:8/x", private=True).url == "http://127.0.0.1:8/x"


async def test_what_went_wrong_is_said_in_the_persons_language() -> None:
    async with Sender() as sending:
        answer = await sending.attempt(message("http://127.0.0.1:1/?x=1"))
    assert answer == "not a public address"
    state = WebhookState("https://h/", "whsec_", answer)
    (text,) = webhook_texts(Words("fr"), state)
    assert text.endswith(": ce n'est pas une adresse publique")


def test_each_pause_is_several_times_as_long_as_the_one_before() -> None:
    assert all(after >= 4 * before for before, after in itertools.pairwise(sender.PAUSES))


def test_what_is_for_the_arcade_is_not_sent_on() -> None:
    target = read("https://h/t?a=1&as=ntfy&game=le 421".replace(" ", "%20"))
    assert target == Target("https://h/t?a=1", "ntfy", "421")


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    opened = await Club.open(MemoryLog(), RoomSettings(bot_pause=60, linger=60))
    for player in (ANNA, BEN):
        await opened.choose_name(player, player.name)
    yield opened
    await opened.close()


def listening(club: Club) -> tuple[list[Message], Callable[[], list[str]]]:
    sent = list[Message]()
    club.webhooks.send = sent.append
    return sent, lambda: [each.occasion.kind for each in sent]


async def test_who_is_away_is_called_for_what_ends_a_wait(club: Club) -> None:
    sent, kinds = listening(club)
    await club.webhooks.choose(ANNA, "https://example.org/?game=421")
    anna, ben = await sit_down(club, ANNA, BEN)
    assert kinds() == ["joined"]
    await anna.start()
    anna.detach()
    ben.detach()
    assert kinds().count("turn") == (anna.host.room.to_act() == (0,))
    for by, whom in ((ANNA, "ben"), (BEN, "anna")):
        await club.friends.mark(by, whom, True)
    visit = club.presence.enter(BEN, print)
    assert kinds()[-1] == "friend" and sent[-1].text == "ben is here."
    (table_session,) = await sit_down(club, BEN, seats=2)
    await (await club.join(BEN, table_session.code)).say("anybody?")
    assert kinds()[-1] == "waiting" and kinds().count("waiting") == 1
    visit.leave()
    before = len(sent)
    club.presence.enter(ANNA, print)
    await club.join(BEN, await club.create(BEN, "421", {}, 2))
    assert len(sent) == before, "who is here needs no call"


async def test_the_host_is_called_once_for_each_open_seat(club: Club) -> None:
    sent, _ = listening(club)
    club.webhooks.host = "https://example.org/?as=discord"
    codes = [await club.create(ANNA, game, {}, 3) for game in ("421", "trente")]
    for code in codes:
        session = await club.join(ANNA, code)
        await session.say("hello")
    assert [(each.occasion.kind, each.occasion.code) for each in sent] == [
        ("waiting", code) for code in codes
    ]


async def test_a_webhook_can_be_set_tested_and_taken_away(club: Club) -> None:
    with pytest.raises(Refused):
        await club.webhooks.choose(ANNA, "https://example.org/")
    sent, _ = listening(club)
    tests = list[Message]()

    async def attempt(each: Message) -> str:
        tests.append(each)
        return "HTTP 200"

    club.webhooks.attempt = attempt
    secret = await club.webhooks.choose(ANNA, "https://example.org/")
    assert secret.startswith("whsec_") and secret != club.webhooks.shown_secret(BEN)
    assert await club.webhooks.test(ANNA) == "HTTP 200" and tests[0].owner == ANNA.id
    await club.webhooks.choose(ANNA, "")
    with pytest.raises(Refused):
        await club.webhooks.test(ANNA)
    with pytest.raises(Refused):
        await club.webhooks.choose(club.accounts.guest()[0], "https://example.org/")
    assert sent == []
