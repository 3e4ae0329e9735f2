"""What the people at one keyboard do together, by the table session of each of them."""

from collections.abc import Sequence

from arcade.club.operations.table import GiveUpSeat
from arcade.club.table_session import TableSession


def whose_turn(shown: TableSession, seated: Sequence[TableSession]) -> TableSession:
    """Return the session of somebody who has the turn: who is shown, or else another."""
    sessions = (shown, *seated)
    return next((session for session in sessions if session.table().my_turn), shown)


def playing(seated: Sequence[TableSession]) -> list[TableSession]:
    """Return the sessions of people who are not replaced by a bot."""
    tables = [(session, session.table()) for session in seated]
    return [
        session
        for session, table in tables
        if table.seat is not None and table.seats[table.seat].kind == "person"
    ]


async def be_ready(seated: Sequence[TableSession]) -> None:
    """Be ready for the next game, with everybody who has a seat."""
    for session in seated:
        table = session.table()
        if table.seat is not None and table.phase == "over":
            await session.start()


async def give_up(seated: Sequence[TableSession]) -> None:
    """Give up everybody's seat for good."""
    for session in seated:
        if session.table().seat is not None:
            await GiveUpSeat().do(session)
