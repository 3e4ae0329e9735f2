"""The front page: what the arcade is, what is played now, and the rules of its games.

It needs no script. It counts everybody, and names only those who have asked for it.
"""

import json
from collections.abc import Iterator
from html import escape

from markdown_it import MarkdownIt

from arcade.club.club import Club
from arcade.club.i18n.rulebook import rules
from arcade.club.i18n.words import Words
from arcade.club.speech.lobby import MAX_NAMED
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.views import TableRow
from arcade.engine import registry
from arcade.engine.words import N_
from server.web import templates

SENTENCES = {
    "play": N_("Play here"),
    "lines": N_("As text, for screen readers"),
    "terminal": N_("In a terminal"),
    "copy": N_("Copy"),
    "copied": N_("Copied"),
    "key": N_("The first time, ssh shows a fingerprint. It must be this one:"),
    "same": N_("The same tables and the same people, whichever way you come."),
    "now": N_("Now"),
    "games": N_("The games"),
    "back": N_("All games"),
}
MAX_NAMES = 30
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


class Front:
    """Writes the pages that are for reading."""

    def __init__(self, club: Club, origin: str, fingerprint: str) -> None:
        self._club = club
        self.origin = origin
        self._fingerprint = fingerprint

    def page(self, words: Words, files: str) -> bytes:
        shown = {
            **templates.in_language(SENTENCES, words, files),
            **templates.about(words),
            "command": by_ssh("play", self._club.address),
            "fingerprint": self._fingerprint,
        }
        nothing = escape(words.t("No table is open. Open one!"))
        tables = "".join(self._tables(words)) or f'<li class="nothing">{nothing}</li>'
        here = escape(self._here(words))
        markup = {"tables": tables, "rules": "".join(_games(words))}
        markup["here"] = f"<p>{here}</p>" if here else ""
        return templates.filled("front.html", shown, head=self._head(words, files), **markup)

    def _here(self, words: Words) -> str:
        """Say how many people are here, and who of them agreed to be named; "": nobody is."""
        visitors, accounts = self._club.presence.here.values(), self._club.accounts
        names = sorted(
            visitor.name
            for visitor in visitors
            if not visitor.guest and accounts.preference(visitor, "listed") == "on"
        )
        here = words.nt("{n} person here", "{n} people here", len(visitors)) if visitors else ""
        if not names:
            return here
        shown = words.listed(names[:MAX_NAMES])
        if len(visitors) == len(names) <= MAX_NAMES:
            return words.t("{here}: {names}", here=here, names=shown)
        return words.t("{here}, among them {names}", here=here, names=shown)

    def rules(self, words: Words, game: str, files: str) -> bytes | None:
        """Return the rules of a game; None where there is no such game."""
        if game not in registry.games():
            return None
        name = registry.find(game).meta.name
        page = _markdown.render(rules(game, words.language))
        head = self._head(words, files, f"{name} – {templates.TITLE}")
        sentences = templates.in_language(SENTENCES, words, files)
        return templates.filled("rules.html", sentences, head=head, page=page)

    def _head(self, words: Words, files: str, title: str = templates.TITLE) -> str:
        return templates.head(words, files, self.origin, title, "dark light")

    def manifest(self, words: Words, files: str) -> bytes:
        """Return what a phone needs to list the arcade among its programs."""
        manifest = {
            "id": "/play",
            "name": templates.TITLE,
            "description": templates.about(words)["what"],
            "lang": words.language,
            "start_url": "/play",
            "scope": "/",
            "display": "standalone",
            "background_color": templates.GROUND,
            "theme_color": templates.GROUND,
            "icons": [
                {"src": f"{files}/icon.svg", "sizes": "any", "type": "image/svg+xml"},
                *(_icon(files, size) for size in (192, 512)),
            ],
        }
        return json.dumps(manifest).encode()

    def _tables(self, words: Words) -> Iterator[str]:
        """Yield the first open tables, each with its links."""
        rows = self._club.tables.rows(None)
        for row in [row for row in rows if row.phase != "over" and not row.asleep][:MAX_NAMED]:
            name = escape(registry.find(row.game).meta.name)
            yield f"<li><h3>{name}</h3><p>{escape(_table_text(words, row))}</p>"
            if row.open:
                yield _button(f"/t/{row.code}", words.t("sit down"), "go main")
            yield f"{_button(f'/w/{row.code}', words.t('watch'), 'go')}</li>"


def _icon(files: str, size: int) -> dict[str, str]:
    return {
        "src": f"{files}/icon-{size}.png",
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": "any maskable",
    }


def _table_text(words: Words, row: TableRow) -> str:
    states = {"waiting": words.t("waiting"), "playing": words.t("playing")}
    free = words.nt("{n} seat to take", "{n} seats to take", row.open) if row.open else ""
    watched = words.nt("{n} watching", "{n} watching", row.watchers) if row.watchers else ""
    return " · ".join(filter(None, [row.code, states.get(row.phase, ""), free, watched]))


def _games(words: Words) -> Iterator[str]:
    for key, game in registry.games().items():
        name, blurb = escape(game.meta.name), escape(words.t(game.meta.blurb))
        rules = _button(f"/rules/{key}", words.t("rules"), "go")
        yield f"<li><h3>{name}</h3><p>{blurb}</p>{rules}</li>"


def _button(address: str, text: str, kind: str) -> str:
    """Return a link that looks like a button; its first letter is a large one."""
    shown = escape(text[:1].upper() + text[1:])
    return f'<a class="{kind}" href="{escape(address)}">{shown}</a>'
