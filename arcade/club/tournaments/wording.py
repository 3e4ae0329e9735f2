"""Tournaments in sentences."""

from collections.abc import Iterator

from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.standings.views import program_text
from arcade.club.tournaments.views import Tonight, TournamentRow, TournamentView
from arcade.engine.news import News, phrase

MAX_HONOURED = 10
"""The most people of the table of honour."""
SHOWN = 3
"""How many of the first of the last tournament are shown, besides the person."""


def coming_text(words: Words, view: TournamentView) -> str:
    """Say in a line what is played when, and who has joined; how far it is; or who has won."""
    if view.over:
        return words.say(end_news(view))
    if view.round:
        return words.t(
            "The tournament of {game} runs: round {n} of {rounds}.",
            n=view.round,
            rounds=view.rounds,
            **_what(words, view),
        )
    joined = words.t(" You have joined.") if view.entered else ""
    people = {"n": view.people, "most": view.most}
    text = words.t(
        "Tournament of {game}, {when} UTC, players: {n} of {most}.", **_what(words, view), **people
    )
    return text + joined


def _what(words: Words, view: TournamentView) -> dict[str, object]:
    return {"game": view.title, "when": dates.moment(words, view.begins)}


def end_news(view: TournamentView) -> News:
    """Return who is first after a tournament, and which place the person has, if any."""
    first = ", ".join(row.name for row in view.rows if row.rank == 1)
    own = next((row.rank for row in view.rows if row.yours), 0)
    if not own:
        return phrase(
            "The tournament of {game} is over. First: {names}.", game=view.title, names=first
        )
    return phrase(
        "The tournament of {game} is over. First: {names}. Your place: {n} of {of}.",
        game=view.title,
        names=first,
        n=own,
        of=len(view.rows),
    )


def row_text(words: Words, row: TournamentRow) -> str:
    """Say somebody's place and points."""
    name = words.t("{name} (bot)", name=row.name) if row.bot else row.name
    if row.program:
        name = program_text(words, row.name)
    if not row.rank:
        return name
    points = words.nt("{n} point", "{n} points", row.points)
    return words.t("Place {n}, {name}: {what}", n=row.rank, name=name, what=points)


def tonight_texts(words: Words, tonight: Tonight) -> Iterator[str]:
    """Say what comes or runs, its standings, the last one, and the season's table of honour."""
    view = tonight.next
    if view is None:
        yield words.t("No tournament is scheduled.")
    else:
        yield coming_text(words, view)
        if not view.round:
            yield words.t(
                "Three rounds among people and bots: each opponent you finish ahead of brings two "
                "points, a tie one. At each round you read where you play."
            )
        if view.table:
            yield words.t("You play at table {code}.", code=view.table)
        yield from (row_text(words, row) for row in view.rows)
    if tonight.last is not None and (view is None or not view.round):
        yield words.t("Last tournament: {game}, {when}.", **_what(words, tonight.last))
        first = tonight.last.rows[:SHOWN]
        own = (row for row in tonight.last.rows[SHOWN:] if row.yours)
        yield from (row_text(words, row) for row in (*first, *own))
    if tonight.honours:
        yield words.t("Table of honour of these three months:")
    for honour in tonight.honours[:MAX_HONOURED]:
        points = words.nt("{n} point", "{n} points", honour.points)
        won = words.nt("{n} tournament won", "{n} tournaments won", honour.won)
        what = f"{points}, {won}"
        yield words.t("Place {n}, {name}: {what}", n=honour.rank, name=honour.name, what=what)
