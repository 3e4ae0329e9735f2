"""The pages of `static`, in which $names stand for sentences, a table and the files' address."""

from collections.abc import Mapping
from functools import cache
from html import escape
from importlib import resources
from string import Template

from arcade.club.i18n.words import Words
from arcade.engine.words import N_
from arcade.players.names import is_code
from server.web.files import Files
from server.web.messages import View

SENTENCES = {
    "lost": N_("Connection lost. Trying again…"),
    "over": N_("The end."),
    "again": N_("Come back"),
    "noscript": N_("This page needs JavaScript."),
    "notify": N_("Tell me when it is my turn"),
    "text": N_("Text"),
    "send": N_("Send"),
    "more": N_("More"),
    "larger": N_("Larger letters"),
    "keyboard": N_("Keyboard"),
    "play": N_("Play here"),
    "lines": N_("As text, for screen readers"),
    "log": N_("What happens"),
    "home": N_("Front page"),
    "screens": N_("With pictures"),
    "line": N_("Your move or command"),
    "choices": N_("What you can do"),
}


GROUND = "#14110f"
"""The colour behind everything."""


TITLE = "ssh-arcade"
HEAD = {
    "what": N_("French café games with people anywhere or against bots: dice, cards and tiles."),
    "picture": N_("A table: three dice, the pot, who has which tokens."),
}


def page(view: View, words: Words, files: Files, origin: str, table: str = "") -> bytes:
    """Return the page of a view."""
    values = {**in_language(SENTENCES, words, files.address), "view": view, "table": table}
    values["code"] = table if is_code(table.upper()) else ""  # else a link by which nobody plays
    values["build"] = files.build
    name = "lines.html" if view == "lines" else "page.html"
    title = f"{TITLE} · {values['code']}" if values["code"] else TITLE
    schemes = "light dark" if view == "lines" else "dark"
    markup = {"style": files.style, "script": files.script}
    return filled(name, values, head=head(words, files.address, origin, title, schemes), **markup)


def in_language(sentences: Mapping[str, str], words: Words, files_at: str) -> dict[str, str]:
    """Return a page's sentences in a language, which one that is, and where its files are."""
    texts = {name: words.t(text) for name, text in sentences.items()}
    return {**texts, "language": words.language, "files": files_at}


def head(words: Words, files_at: str, origin: str, title: str, schemes: str) -> str:
    """Return the head of a page, with what other sites show beside a link to it."""
    fields = {"files": files_at, "origin": origin, "title": title, "schemes": schemes}
    return filled("head.html", {**about(words), **fields}).decode()


def about(words: Words) -> dict[str, str]:
    """Return what the arcade is, and what its picture shows."""
    return {name: words.t(text) for name, text in HEAD.items()}


def filled(name: str, values: Mapping[str, str], **markup: str) -> bytes:
    """Return a page with these values, which are text, and pieces of markup."""
    escaped = {name: escape(value) for name, value in values.items()}
    return _template(name).substitute(escaped, **markup).encode()


@cache
def _template(name: str) -> Template:
    return Template((resources.files("server.web") / "static" / name).read_text(encoding="utf-8"))
