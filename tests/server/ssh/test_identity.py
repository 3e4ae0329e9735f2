"""What user names ask for."""

import pytest

from arcade.club.start import Start
from server.ssh.identity import shortcut


@pytest.mark.parametrize(
    ("user", "expected"),
    [
        ("play", Start()),
        ("Play", Start()),
        ("Plain", Start("plain")),
        ("kafel", Start("join", "kafel")),
        ("watch-kafel", Start("watch", "KAFEL")),
        ("resume-K7QF-9M2X-4TPD", Start("resume", "K7QF-9M2X-4TPD")),
        ("watch-", Start()),
        ("", Start()),
        ("a b", Start()),
        ("../x", Start()),
        ("ab\n", Start()),
        ("кафель", Start()),
        ("x" * 65, Start()),
    ],
)
def test_shortcuts(user: str, expected: Start) -> None:
    assert shortcut(user) == expected
