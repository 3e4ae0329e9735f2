"""Which notice stands above the screens: the host's first; a key follows what was seen."""

import pytest

from arcade.club.views import ACCOUNT, INVITATION, OWN, Notice
from arcade.engine.news import News
from screens.notices import BANNER, SEEN, Notices

HOUSE_SAYS = Notice(News("The server closes in 5 minutes"), 60.0)
CHANGED = Notice(News("A key was added"), 60.0, rank=ACCOUNT)
REFUSED = Notice(News("Not so fast"), 5.0, rank=OWN)


def invitation(number: int) -> Notice:
    return Notice(News(f"guest {number} invites you"), 120.0, code=f"T{number}", rank=INVITATION)


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


@pytest.fixture
def notices(clock: list[float]) -> Notices:
    return Notices(lambda: clock[0])


@pytest.mark.attack(46, "an invitation over a notice of the host")
def test_an_invitation_waits_until_the_host_has_spoken(
    notices: Notices, clock: list[float]
) -> None:
    for number in range(3):
        notices.add(invitation(number))
    notices.add(CHANGED)
    notices.add(HOUSE_SAYS)
    for number in range(3, 99):
        notices.add(invitation(number))
        assert notices.shown is HOUSE_SAYS
    notices.add(REFUSED)
    assert notices.shown is REFUSED
    clock[0] = 5.0
    assert notices.shown is HOUSE_SAYS and notices.left == 55.0
    notices.drop()
    assert notices.shown is CHANGED
    clock[0] = 60.0
    assert notices.shown == invitation(0)
    notices.drop()
    assert notices.shown == invitation(1)


@pytest.mark.attack(46, "a `y` that was typed for another invitation")
def test_the_first_invitation_stands_until_it_is_over_and_each_is_seen_before_it_is_followed(
    notices: Notices, clock: list[float]
) -> None:
    notices.add(invitation(1))
    clock[0] = 0.5
    assert notices.seen == 0.0, "nobody has looked"
    assert notices.shown == invitation(1)
    clock[0] = 1.0
    notices.add(invitation(2))
    assert notices.shown == invitation(1) and notices.seen == 0.5
    notices.add(REFUSED)
    assert notices.seen == 0.0
    clock[0] = 7.0
    assert notices.shown == invitation(1) and notices.seen == 0.0
    clock[0] = 7.5
    assert notices.seen == 0.5 and notices.invitation == invitation(1)


def test_an_invitation_steps_aside_and_is_followed_to_its_end(
    notices: Notices, clock: list[float]
) -> None:
    def state(at: float) -> tuple[Notice | None, Notice | None]:
        clock[0] = at
        return notices.shown, notices.invitation

    notices.add(invitation(1))
    assert state(0.0) == (invitation(1), None) and notices.next_change == SEEN
    assert state(1.0) == (invitation(1), invitation(1)) and notices.next_change == BANNER - 1
    assert state(BANNER) == (None, invitation(1)) and notices.next_change == 120.0 - BANNER
    notices.add(REFUSED)
    assert state(16.0) == (REFUSED, invitation(1))
    notices.add(invitation(2))
    assert state(21.0) == (invitation(2), None), "its key is not yet that of the second"
    assert state(22.0) == (invitation(2), invitation(2))
    assert state(37.0) == (None, invitation(2))
    notices.withdraw("T2")
    assert state(119.0) == (None, invitation(1))
    assert state(120.0) == (None, None) and notices.next_change is None


def test_what_one_did_last_is_answered_and_the_same_notice_stands_once(
    notices: Notices, clock: list[float]
) -> None:
    again = Notice(News("Once more"), 5.0, rank=OWN)
    for notice in (HOUSE_SAYS, HOUSE_SAYS, REFUSED, again):
        notices.add(notice)
    assert notices.shown is again
    notices.drop()
    assert notices.shown is HOUSE_SAYS
    notices.drop()
    assert notices.shown is None and notices.left == 0.0


def test_what_a_page_tells_is_announced_no_longer(notices: Notices) -> None:
    notices.add(CHANGED)
    notices.forget({REFUSED.news.text})
    assert notices.shown == CHANGED
    notices.forget({CHANGED.news.text})
    assert notices.shown is None
