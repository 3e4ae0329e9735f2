"""Pages whose server is killed, ends, or is another one when they come back."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from websockets.frames import CloseCode

from tests.cluster.crew import Crew
from tests.cluster.page import Page
from tests.nats import NatsServer
from tests.ssh.process import Server

KEY = ec.generate_private_key(ec.SECP256R1())


async def play(port: int) -> tuple[Page, str]:
    """Come for the first time, and begin a game; return the page and the table's code."""
    page = await Page.open(port, KEY)
    await page.sight.sees("What shall we call you?")
    await page.type("Nadia\r")
    await page.sight.sees("right?")
    await page.type("\r")
    await page.sight.sees("Play now")
    await page.type("\r")
    await page.sight.sees("Your turn")
    return page, page.last("table")["code"]


async def come_back(port: int, before: Page, code: str) -> Page:
    """Come back as a page does, which knows its session and its table."""
    page = await Page.open(port, KEY, token=before.last("welcome")["token"], table=code)
    await page.is_at(code)
    await page.sight.sees("Your turn")
    assert "Nadia" in page.sight.text
    return page


async def test_a_page_finds_its_seat_after_kill_and_its_way_back_after_an_end(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path)
    try:
        await server.start("--web", "0")
        options = "--web", str(server.web_port)
        page, code = await play(server.web_port)
        await server.kill()
        assert await page.closed() == CloseCode.ABNORMAL_CLOSURE
        await server.start(*options)
        page = await come_back(server.web_port, page, code)
        assert await server.stop() == 0
        assert await page.closed() == CloseCode.SERVICE_RESTART
        assert not page.last("end"), "the page comes back by itself"
        await server.start(*options)
        await come_back(server.web_port, page, code)
    finally:
        await server.kill()


async def test_a_page_that_comes_back_to_another_worker_is_at_its_table(
    crew: Crew, nats: NatsServer
) -> None:
    first, second = [await crew.start(nats.url, "--web", "0") for _ in range(2)]
    page, code = await play(first.web_port)
    page.cut()  # worker one keeps the session, and is told that Nadia is elsewhere
    page = await come_back(second.web_port, page, code)
    await second.kill()
    await page.closed()
    await come_back(first.web_port, page, code)
    assert "Traceback" not in first.log + second.log
