"""The front page: what the arcade is, what is played now, and the rules of its games.

It needs no script. It names no person: whoever plays here has not asked to be on the web.
"""

import json
from collections.abc import Iterator
from html import escape

from markdown_it import MarkdownIt

from arcade.club.club import Club
from arcade.club.i18n.rulebook import rules
from arcade.club.i18n.words import Words
from arcade.club.speech.lobby import FEW
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.views import TableRow
from arcade.engine import registry
from arcade.engine.words import N_
from server.web import templates

SENTENCES = {
    "what": N_("French café games with people anywhere or against bots: dice, cards and tiles."),
    "play": N_("Play here"),
    "lines": N_("As text, for screen readers"),
    "terminal": N_("In a terminal"),
    "copy": N_("Copy"),
    "key": N_("The first time, ssh shows a fingerprint. It must be this one:"),
    "now": N_("Now"),
    "games": N_("The games"),
    "back": N_("All games"),
}
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


class Front:
    """Writes the pages that are for reading."""

    def __init__(self, club: Club, origin: str, fingerprint: str) -> None:
        self._club = club
        self._origin = origin
        self._fingerprint = fingerprint

    def page(self, words: Words, files: str) -> bytes:
        shown = {
            **_sentences(words, files),
            "origin": self._origin,
            "command": by_ssh("play", self._club.address),
            "fingerprint": self._fingerprint,
            "here": words.nt(
                "{n} person here", "{n} people here", len(self._club.presence.visitors)
            ),
        }
        no_table = f"<li>{escape(words.t('No table is open. Open one!'))}</li>"
        tables = "".join(self._tables(words)) or no_table
        return templates.filled("front.html", shown, tables=tables, rules="".join(_games(words)))

    def rules(self, words: Words, game: str, files: str) -> bytes | None:
        """Return the rules of a game; None where there is no such game."""
        if game not in registry.games():
            return None
        name = registry.find(game).meta.name
        page = _markdown.render(rules(game, words.language))
        return templates.filled("rules.html", {**_sentences(words, files), "name": name}, page=page)

    def manifest(self, words: Words, files: str) -> bytes:
        """Return what a phone wants to know to show the arcade among its programs."""
        manifest = {
            "name": "ssh-arcade",
            "description": _sentences(words, files)["what"],
            "lang": words.language,
            "start_url": "/play",
            "display": "standalone",
            "background_color": templates.GROUND,
            "theme_color": templates.GROUND,
            "icons": [{"src": f"{files}/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
        }
        return json.dumps(manifest).encode()

    def _tables(self, words: Words) -> Iterator[str]:
        """Yield the first open tables, each with its links."""
        rows = self._club.tables.rows(None)
        for row in [row for row in rows if row.phase != "over" and not row.asleep][:FEW]:
            text = escape(_table_text(words, row))
            yield f"<li>{text} {_link(f'/w/{row.code}', words.t('watch'))}"
            if row.open:
                yield f" {_link(f'/play?table={row.code}', words.t('sit down'))}"
            yield "</li>"


def _sentences(words: Words, files: str) -> dict[str, str]:
    shown = {name: words.t(text) for name, text in SENTENCES.items()}
    return {**shown, "language": words.language, "files": files}


def _table_text(words: Words, row: TableRow) -> str:
    states = {"waiting": words.t("waiting"), "playing": words.t("playing")}
    name = words.t("{name}: {choice}", name=row.code, choice=row.name)
    free = words.nt("{n} seat to take", "{n} seats to take", row.open)
    watched = words.nt("{n} watching", "{n} watching", row.watchers) if row.watchers else ""
    return ", ".join(filter(None, [name, states.get(row.phase, ""), free, watched])) + "."


def _games(words: Words) -> Iterator[str]:
    for key, game in registry.games().items():
        link, blurb = _link(f"/rules/{key}", game.meta.name), escape(words.t(game.meta.blurb))
        yield f"<li>{link}: {blurb}</li>"


def _link(address: str, text: str) -> str:
    return f'<a href="{escape(address)}">{escape(text)}</a>'
