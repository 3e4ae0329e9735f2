"""Which page answers which request, with the headers that keep a browser strict.

Must not know: sessions, or who plays where beyond what the lobby lists.
"""

import base64
import hashlib
import time
from collections.abc import Callable
from http import HTTPStatus
from math import inf
from urllib.parse import parse_qs, unquote

from msgspec import Struct
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from arcade.club.i18n.words import SOURCE, Words, languages
from server.web import templates
from server.web.connection import refusal
from server.web.files import File, Files, filed
from server.web.front import Front
from server.web.messages import MAX_CODE, View

POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; connect-src 'self'; img-src 'self'; "
    "font-src 'self'; manifest-src 'self'; style-src 'self'{styles}; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
OF_TEXT = POLICY.format(scripts="", styles="")
FIXED = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    ("Connection", "close"),
)
OURS = ("Cross-Origin-Resource-Policy", "same-origin")
OTHERS_TOO = ("Cross-Origin-Resource-Policy", "cross-origin")
"""For pictures: other sites show one beside a link to this one."""
FOR_GOOD = ("Cache-Control", "public, max-age=31536000, immutable")
ASK_AGAIN = ("Cache-Control", "no-cache")
OF_PAGES = (ASK_AGAIN, OURS)
OF_REFUSALS = (*FIXED, OURS)


FRESH_TIME = 1.0
"""Seconds for which a front page is kept: a flood of requests would have all tables looked at, and
others' keys wait for that.
"""
QUICK_GZIP = 1
"""The level of gzip for pages that are written for each request."""
HTML = "text/html; charset=utf-8"


class Page(Struct, frozen=True):
    """A page, and what its browser may do with it."""

    file: File
    policy: str = OF_TEXT


class Pages:
    """Answers requests for pages and their files."""

    def __init__(
        self, files: Files, front: Front, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._files = files
        self._front = front
        self._clock = clock
        self._pages: dict[tuple[str, str, str], tuple[Page, float]] = {}
        """Pages by their address and language, and until when they are kept."""
        self.build = files.build
        digest = base64.b64encode(hashlib.sha256(files.script.encode()).digest()).decode()
        # xterm.js gives its cells their colours by styles of their own.
        styles = " 'unsafe-inline'"
        self._of_terminal = POLICY.format(scripts=f" 'sha256-{digest}'", styles=styles)

    def respond(self, request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            return refusal(HTTPStatus.METHOD_NOT_ALLOWED, [*OF_REFUSALS, ("Allow", "GET, HEAD")])
        path, _, query = request.path.partition("?")
        first, _, rest = unquote(path).removeprefix("/").partition("/")
        if first == "s":
            return self._file(request, *rest.rpartition("/")[::2])
        page = self._page(first, rest, query, Words(language_of(request)))
        if page is None:
            return refusal(HTTPStatus.NOT_FOUND, OF_REFUSALS)
        policy = ("Content-Security-Policy", page.policy)
        return _response(request, page.file, [*OF_PAGES, policy])

    def _page(self, first: str, rest: str, query: str, words: Words) -> Page | None:
        """Return a page, written anew where it names a table: there are too many of those."""
        if first in ("t", "w") or (query and first in ("play", "lines")):
            return self._write(first, rest, query, words)
        address = (first, rest, words.language)
        page, until = self._pages.get(address, (None, -inf))
        if page is None or self._clock() >= until:
            page = self._write(first, rest, query, words)
            if page is not None:
                self._pages[address] = page, inf if first else self._clock() + FRESH_TIME
        return page

    def _write(self, first: str, rest: str, query: str, words: Words) -> Page | None:
        files = self._files.address
        match first, rest:
            case "", "":
                return Page(filed(HTML, self._front.page(words, files)))
            case "rules", game if (page := self._front.rules(words, game, files)) is not None:
                return Page(filed(HTML, page))
            case "manifest.webmanifest", "":
                manifest = self._front.manifest(words, files)
                return Page(filed("application/manifest+json", manifest))
            case "w", table if table:
                return self._view("watch", words, table)
            case "t", code if code:
                return self._view("screens", words, code)
            case ("play" | "lines") as view, "":
                table = parse_qs(query).get("table", [""])[0]
                return self._view("screens" if view == "play" else "lines", words, table)
        return None

    def _view(self, view: View, words: Words, table: str) -> Page:
        page = templates.page(view, words, self._files, self._front.origin, table[:MAX_CODE])
        file = filed(HTML, page, level=QUICK_GZIP if table else 6)
        return Page(file, OF_TEXT if view == "lines" else self._of_terminal)

    def _file(self, request: Request, build: str, name: str) -> Response:
        file = self._files.find(name)
        if file is None:
            return refusal(HTTPStatus.NOT_FOUND, OF_REFUSALS)
        # The page may be of another build, written by a server beside this one.
        caching = FOR_GOOD if build == self.build else ASK_AGAIN
        return _response(request, file, [caching, OTHERS_TOO if file.kind == "image/png" else OURS])


def language_of(request: Request) -> str:
    """Return the language of ours that a browser likes best."""
    liked = (tag.partition("-")[0] for tag in _accepted(request, "Accept-Language"))
    return next((tag for tag in liked if tag in languages()), SOURCE)


def _accepted(request: Request, name: str) -> list[str]:
    """Return what a browser accepts by a header, in small letters, what it likes best first."""
    wishes: list[tuple[float, str]] = []
    for wish in _header(request, name).split(","):
        accepted, _, weight = wish.replace(" ", "").lower().partition(";q=")
        try:
            wishes.append((float(weight or 1), accepted))
        except ValueError:
            continue
    return [
        accepted for weight, accepted in sorted(wishes, key=lambda wish: -wish[0]) if weight > 0
    ]


def _header(request: Request, name: str) -> str:
    return ",".join(request.headers.get_all(name))


def _response(request: Request, shown: File, headers: list[tuple[str, str]]) -> Response:
    fields = Headers([*headers, *FIXED, ("Vary", "Accept-Encoding, Accept-Language")])
    fields["ETag"] = shown.tag
    if _header(request, "If-None-Match") == shown.tag:
        unchanged = HTTPStatus.NOT_MODIFIED
        return Response(unchanged.value, unchanged.phrase, fields, b"")
    body = shown.data
    if "gzip" in _accepted(request, "Accept-Encoding"):
        body = shown.compressed
        fields["Content-Encoding"] = "gzip"
    fields["Content-Type"] = shown.kind
    fields["Content-Length"] = str(len(body))
    if request.method == "HEAD":
        body = b""
    return Response(HTTPStatus.OK.value, HTTPStatus.OK.phrase, fields, body)
