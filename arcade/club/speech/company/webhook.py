"""A person's webhook in sentences."""

from collections.abc import Iterator

from arcade.club.i18n.words import Words
from arcade.club.operations.webhook import WebhookState


def about_texts(words: Words) -> Iterator[str]:
    """Say what a webhook is for, and what can be written after its address."""
    yield words.t(
        "While you are away, the arcade calls you by HTTP: at your turn, when somebody sits down "
        "at your table, when a friend comes, when a duel goes on, when your round of a tournament "
        "begins. Give an address of ntfy, Discord, Matrix, or of a program of your own."
    )
    yield words.t(
        "At its end, ?as=ntfy (or discord, matrix, plain) chooses what is sent; game=421 calls you "
        "also where people wait for a player of that game."
    )


def webhook_texts(words: Words, state: WebhookState) -> Iterator[str]:
    if not state.url:
        yield words.t("You have no webhook: webhook URL sets one.")
        return
    if state.answer:
        yield words.t("The answer: {said}", said=words.t(state.answer))
        return
    yield words.t("While you are away you are called at {url}", url=state.url)
    yield words.t("Signed with the secret {code}", code=state.secret)
