"""Who gets in, and as whom."""

from tests.ssh.inside import Inside


async def test_a_guest_gets_in_without_a_prompt(inside: Inside) -> None:
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    assert "assword" not in terminal.said
    terminal.type("q")
    assert await terminal.ended() == 0
    assert "goodbye from the app" in terminal.said


async def test_a_key_is_an_identity(inside: Inside) -> None:
    person = inside.person()
    first = person.open()
    await first.wait_for("who=SHA256:")
    shown = first.lines[0]
    again = person.open(user="somebody-else")
    await again.wait_for(shown)
    other = inside.person().open()
    await other.wait_for("who=SHA256:")
    assert shown not in other.text
