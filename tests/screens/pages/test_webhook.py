"""Being called while away, on its page of the settings."""

from arcade.club.club import Club
from arcade.club.webhooks.webhooks import Message
from tests.screens.conftest import ANNA, see, session

URL = "https://ntfy.example/anna?as=ntfy"


async def test_a_webhook_is_written_tried_and_taken_away(club: Club) -> None:
    tests = list[Message]()

    async def attempt(message: Message) -> str:
        tests.append(message)
        return "HTTP 200"

    club.webhooks.send, club.webhooks.attempt = tests.append, attempt
    async with session(club, ANNA, (80, 24)) as anna:
        await anna.press("o", "W")
        await see(anna, "Enter an address")
        await anna.press("enter", *"ftp://x", "enter")
        await see(anna, "The address has to begin with https://.")
        await anna.press("ctrl+u", *URL, "enter")
        await see(anna, URL)
        assert club.webhooks.address(ANNA) == URL
        await anna.press("t")
        await see(anna, "The answer: HTTP 200")
        assert [test.target.form for test in tests] == ["ntfy"]
        await anna.press("x")
        await see(anna, "Enter an address")
        assert club.webhooks.address(ANNA) == ""


async def test_a_host_without_webhooks_offers_none(club: Club) -> None:
    async with session(club, ANNA, (80, 24)) as anna:
        await anna.press("o")
        await see(anna, "keys")
        assert "webhook" not in " ".join(action.name for action in anna.app.screen.actions())  # type: ignore[attr-defined]
