"""The protocol for bots, through real ssh."""

import asyncio
import json
import sys
from pathlib import Path

from server.text.api import FIELDS, PROTOCOL, REQUESTS
from tests.ssh.process import Server

ROOT = Path(__file__).parents[3]
BOT = ROOT / "docs" / "examples" / "bot.py"


async def talk(server: Server, *lines: object) -> list[dict[str, object]]:
    """Send requests; return what came back."""
    given = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    answer = await server.guest().run("api", given=given.encode(), timeout=60)
    assert answer.code == 0, answer.err
    return [json.loads(line) for line in answer.out.splitlines()]


async def test_the_example_bot_plays_a_whole_game(server: Server) -> None:
    command = server.guest().command("api")
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), *command, stdout=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(240):
            out, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    assert out.decode().startswith("winner: "), out


async def test_hello_lobby_and_a_table(server: Server) -> None:
    events = await talk(
        server,
        {"do": "games", "id": 1},
        {"do": "create", "id": "new", "game": "vingt-et-un", "seats": 2},
        {"do": "lobby", "id": 2},
        {"do": "say", "text": "bonjour"},
        {"do": "start"},
        {"do": "pause", "id": 3},
        {"do": "continue", "id": 4},
        {"do": "end", "id": 5},
        {"do": "leave"},
        {"do": "bye", "id": 9},
    )
    assert events[0]["event"] == "hello"
    assert events[0]["protocol"] == PROTOCOL
    answers = {
        sentence.get("id"): sentence
        for sentence in events
        if sentence["event"] == "done" and sentence.get("id")
    }
    assert {"vingt-et-un", "421"} <= {game["meta"]["key"] for game in answers[1]["games"]}
    (row,) = answers[2]["tables"]
    assert row["code"] == answers["new"]["code"]
    tables = [sentence["table"] for sentence in events if sentence["event"] == "table"]
    assert any(line["text"] == "bonjour" for table in tables for line in table["lines"])
    assert {3, 4, 5} <= set(answers)
    assert any(table["paused"] for table in tables)
    assert tables[-1]["ended"]
    assert events[-1]["id"] == 9


async def test_mistakes_are_told_and_change_nothing(server: Server) -> None:
    events = await talk(
        server,
        "no json",
        {"do": "dance", "id": 1},
        {"do": "act", "id": 2, "action": {"do": "roll"}},
        {"do": "join", "id": 3, "code": "ZZZZZ"},
        {"do": "create", "id": 4, "game": "421", "options": {"pot": 12}},
        {"do": "lobby", "id": 5},
    )
    codes = {
        sentence["id"]: sentence["code"] for sentence in events if sentence["event"] == "error"
    }
    assert codes == {
        None: "bad-request",
        1: "bad-request",
        2: "refused",
        3: "refused",
        4: "refused",
    }
    assert events[-1]["tables"] == []


async def test_only_its_seat_receives_a_hand(server: Server) -> None:
    watcher = await talk(
        server,
        {"do": "create", "game": "golden-zero", "seats": 2},
        {"do": "start"},
        {"do": "leave"},
        {"do": "watch", "code": "ZZZZZ"},
    )
    tables = [event["table"] for event in watcher if event["event"] == "table"]
    assert tables[-1]["view"]["closed"]
    other = await talk(server, {"do": "watch", "code": tables[-1]["code"]})
    (seen,) = [event["table"] for event in other if event["event"] == "table"][:1]
    assert "closed" not in seen["view"]
    assert seen["offers"] == []


def test_every_request_is_documented() -> None:
    page = (ROOT / "docs" / "api.md").read_text()
    assert all(f"| `{name}` |" in page for name in REQUESTS)
    assert all(f"`{name}`" in page for name in FIELDS)
