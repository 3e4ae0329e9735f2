"""People at one table, through real terminals: they talk, leave, lose the line, come back."""

import re

from tests.ssh.process import Server
from tests.ssh.seats import come_in, facts, open_table
from tests.ssh.terminal import ENTER


async def test_of_two_lines_typed_in_one_go_no_letter_is_a_move(server: Server) -> None:
    first = await come_in(server.person(), "anna")
    code = await open_table(first, Seats="2")
    second = await come_in(server.person(), "ben", "join", code)
    await first.wait_for("ben sits down.")
    await second.wait_for("t talk")
    second.type("thi all" + ENTER + "so who starts?" + ENTER)
    await first.wait_for("ben: so who starts?")
    await first.wait_for("ben: hi all")
    second.type(ENTER + "s")  # an empty line ends the talk: now s is a key again
    await first.wait_for("CHARGE")
    kinds = [line["fact"]["fact"] for line in await facts(server, code)]
    assert kinds.index("started") > max(at for at, kind in enumerate(kinds) if kind == "said")


async def test_who_leaves_a_game_reads_on_the_own_terminal_how_to_come_back(server: Server) -> None:
    first = await come_in(server.person(), "anna")
    code = await open_table(first, Seats="2")
    guest = server.guest().open(user=code, size=(80, 24))
    await first.wait_for("guest")
    first.type("s")
    await guest.wait_for("CHARGE")
    guest.type("\x03")
    await guest.wait_for("Leave the table?")
    guest.type("y")
    assert await guest.ended() == 0
    assert f"Table {code}: Your seat waits for you; a bot plays it" in guest.text
    back = re.search(r"To come back: ssh -p (\d+) (resume-[0-9A-Z-]{14})@\S+", guest.text)
    assert back and int(back[1]) == server.port, guest.text
    again = server.guest().open(user=back[2], size=(80, 24))
    await again.wait_for(code)
