"""A person's webhook in sentences."""

from collections.abc import Iterator

from arcade.club.i18n.words import Words
from arcade.club.operations.webhook import WebhookState


def webhook_texts(words: Words, state: WebhookState) -> Iterator[str]:
    if not state.url:
        yield words.t("You have no webhook: webhook URL sets one.")
        return
    if state.answer:
        yield words.t("The answer: {said}", said=state.answer)
        return
    yield words.t("While you are away you are called at {url}", url=state.url)
    yield words.t("Signed with the secret {code}", code=state.secret)
