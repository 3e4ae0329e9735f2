"""The two ways a game says no."""

from string import Formatter

from arcade.engine.news import News, Value, phrase


class IllegalAction(Exception):
    """An action the rules refuse; nothing has changed.

    `code` is stable and names the rule ("exact-throws"); `news` is the reason in words;
    `paragraph` is the number of the paragraph in the game's own rules text that says so.
    """

    def __init__(self, code: str, text: str, paragraph: int, **data: Value) -> None:
        self.code = code
        self.news: News = phrase(text, **data)
        self.paragraph = paragraph
        super().__init__(code, text, paragraph)

    def __str__(self) -> str:
        return in_english(self.news)


class BadOptions(Exception):
    """Invalid options; `news` names the allowed ones. `text` is a literal."""

    def __init__(self, text: str, **data: Value) -> None:
        self.news: News = phrase(text, **data)
        super().__init__(text)

    def __str__(self) -> str:
        return in_english(self.news)


def in_english(news: News) -> str:
    """Return a news item in English, for logs and tests."""
    return _Plain().vformat(news.text, (), news.data)


class _Plain(Formatter):
    def format_field(self, value: object, _spec: str) -> str:
        return str(value)
