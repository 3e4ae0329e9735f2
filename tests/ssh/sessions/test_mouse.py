"""The mouse, for who asks for it: off at first, since a lost line would leave it on."""

from tests.ssh.process import Server
from tests.ssh.seats import come_in
from tests.waiting import until


async def test_the_mouse_works_once_asked_for(server: Server) -> None:
    terminal = await come_in(server.person(), "anna")
    await terminal.wait_for("Play now")
    assert "\x1b[?1000h" not in terminal.output
    terminal.type("\x0f")  # Ctrl+O
    await terminal.wait_for("The mouse works here now.")
    await until(lambda: "\x1b[?1000h" in terminal.output)
    x, y = terminal.lines[-1].index("new table") + 1, len(terminal.lines)
    terminal.type(f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")
    await terminal.wait_for("A new table")
    terminal.type("\x1b")
    await terminal.wait_gone("A new table")  # or Escape and the next key may arrive as one
    terminal.type("\x0f")
    await terminal.wait_for("your terminal's again")
    assert terminal.output.rindex("\x1b[?1000l") > terminal.output.rindex("\x1b[?1000h")
