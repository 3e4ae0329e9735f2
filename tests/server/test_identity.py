"""What user names ask for."""

import pytest

from server.ssh.identity import Shortcut, shortcut


@pytest.mark.parametrize(
    ("user", "expected"),
    [
        ("play", Shortcut()),
        ("Play", Shortcut()),
        ("Plain", Shortcut("plain")),
        ("kafel", Shortcut("join", "KAFEL")),
        ("watch-kafel", Shortcut("watch", "KAFEL")),
        ("resume-K7QF-9M2X-4TPD", Shortcut("resume", "K7QF-9M2X-4TPD")),
        ("watch-", Shortcut()),
        ("", Shortcut()),
        ("a b", Shortcut()),
        ("../x", Shortcut()),
        ("ab\n", Shortcut()),
        ("кафель", Shortcut()),
        ("x" * 65, Shortcut()),
    ],
)
def test_shortcuts(user: str, expected: Shortcut) -> None:
    assert shortcut(user) == expected
