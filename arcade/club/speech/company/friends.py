"""Friends in sentences: who they are, where they are, what a mark did."""

from collections.abc import Iterator, Sequence

from arcade.club.i18n.words import Words
from arcade.club.operations.people import FriendLine, FriendList
from arcade.club.people.friends import Marked


def marked_text(words: Words, mark: Marked) -> str:
    """Say what a mark on a person does; the same whether or not they know of it."""
    if mark.friends:
        return words.t("{name} and you are friends.", name=mark.name)
    if mark.on:
        return words.t(
            "{name} is marked, and does not see it: once {name} marks you too, you are friends.",
            name=mark.name,
        )
    return words.t("You mark {name} no more.", name=mark.name)


def invited_text(words: Words, name: str, code: str, here: bool) -> str:
    """Say that somebody is invited, now or on coming."""
    if here:
        return words.t("{name} is invited to table {code}.", name=name, code=code)
    return words.t(
        "{name} is away, and finds your invitation to table {code} on coming.", name=name, code=code
    )


def declined_text(words: Words, names: Sequence[str]) -> str:
    """Say that those who have invited the person know that they do not come."""
    inviters = {"names": words.listed(names)}
    return words.nt(
        "You decline; {names} is told.", "You decline; {names} are told.", len(names), **inviters
    )


def friend_lines(words: Words, known: FriendList) -> Iterator[str]:
    """Say who a person's friends are and where, and whom they have marked besides."""
    t = words.t
    for friend in known.friends:
        yield t("{name}: {choice}", name=friend.name, choice=_where(words, friend))
    if not known.friends:
        yield t("You have no friends here yet: mark somebody with friend NAME.")
    if known.marked:
        names = words.listed(known.marked)
        yield t("Marked, and not friends yet: {names}.", names=names)


def _where(words: Words, friend: FriendLine) -> str:
    t = words.t
    if not friend.here:
        return t("away")
    if friend.where:
        plays = t("plays at table {code}", code=friend.where)
        return plays if friend.playing else t("watches table {code}", code=friend.where)
    return t("plays") if friend.playing else t("here")
