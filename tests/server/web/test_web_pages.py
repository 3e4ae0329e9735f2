"""The pages: what is found where, in which language, and what browsers may do with it."""

import base64
import gzip
import hashlib
import itertools
import json
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from arcade.club.club import Club
from arcade.engine import registry
from arcade.players.player import Player
from server.config.environment import CannotDo
from server.web import files as page_files
from server.web.files import Files
from server.web.front import Front
from server.web.pages import FRESH_TIME, Pages, language_of

ANNA = Player("SHA256:a", "Anna")
BEN, CLEO = Player("SHA256:b", "Ben"), Player("SHA256:c", "Cleo")


@pytest.fixture(scope="module")
def made() -> Files:
    return Files()


@pytest.fixture
def pages(club: Club, made: Files) -> Pages:
    club.address = "arcade.example"
    clock = itertools.count(step=2 * FRESH_TIME).__next__  # nobody asks twice while a page is fresh
    return Pages(made, Front(club, "https://arcade.example", "SHA256:abc"), clock)


def asked(path: str, method: str = "GET", **headers: str) -> Request:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Request(path, Headers(named), method)


def text(response: Response) -> str:
    return response.body.decode()


@pytest.mark.parametrize(
    ("path", "view", "table"),
    [
        ("/w/ABCD", "watch", "ABCD"),
        ("/w/abcdefghijklmnopqrstuvwxyz", "watch", "abcdefghijklmnopqrstuvwxyz"),
        ("/play", "screens", ""),
        ("/play?table=ABCD", "screens", "ABCD"),
        ("/lines?table=ABCD", "lines", "ABCD"),
        ("/w/%22%3E%3Cscript%3E", "watch", "&quot;&gt;&lt;script&gt;"),
    ],
)
def test_each_view_has_its_page(pages: Pages, path: str, view: str, table: str) -> None:
    response = pages.respond(asked(path))
    assert response.status_code == 200
    assert f'data-view="{view}" data-table="{table}"' in text(response)


@pytest.mark.parametrize(
    "path", ["/nowhere", "/w/", "/rules/chess", "/s/x/page.html", "/s/x/../pages.py", "/s"]
)
def test_nothing_else_is_found(pages: Pages, path: str) -> None:
    assert pages.respond(asked(path)).status_code == 404


def test_nothing_is_posted(pages: Pages) -> None:
    response = pages.respond(asked("/", "PUT"))
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD")


def test_every_response_is_strict(pages: Pages, made: Files) -> None:
    for path in ("/", "/play", "/nowhere", "/rules/421", f"{made.address}/front.css"):
        headers = pages.respond(asked(path)).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    policy = pages.respond(asked("/")).headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "trusted-types 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in pages.respond(asked("/lines")).headers["Content-Security-Policy"]


def test_the_script_of_a_terminal_is_in_its_page_and_no_other_is_let_in(pages: Pages) -> None:
    response = pages.respond(asked("/play"))
    (script,) = re.findall(r'<script type="module">(.+?)</script>', text(response), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = response.headers["Content-Security-Policy"]
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert not re.findall(r"^(?:import|export) ", script, re.MULTILINE)
    assert "script-src 'self';" in pages.respond(asked("/lines")).headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/play", "/w/ABCD", "/lines"])
def test_a_browser_without_scripts_is_led_to_the_pages_to_read(pages: Pages, path: str) -> None:
    page = re.sub(r"<script.*?</script>", "", text(pages.respond(asked(path))), flags=re.DOTALL)
    assert "This page needs JavaScript." in page
    assert '<a href="/">Front page</a>' in page


def test_files_are_kept_for_good_and_pages_asked_for_again(pages: Pages, made: Files) -> None:
    page = pages.respond(asked("/"))
    (style,) = re.findall(r'rel="stylesheet" href="([^"]+)"', text(page))
    file = pages.respond(asked(style, Accept_Encoding="gzip, br"))
    assert "immutable" in file.headers["Cache-Control"]
    assert gzip.decompress(file.body) == (files("server.web") / "static/front.css").read_bytes()
    for accepted in ("gzip;q=0, br", "x-gzip-not", ""):
        plain = pages.respond(asked(style, Accept_Encoding=accepted))
        assert "Content-Encoding" not in plain.headers
    assert pages.respond(asked(style, Accept_Encoding="GZip; q=0.5")).body == file.body
    assert "immutable" not in pages.respond(asked("/s/older/front.css")).headers["Cache-Control"]
    again = pages.respond(asked("/", If_None_Match=page.headers["ETag"]))
    assert (again.status_code, again.body) == (304, b"")
    head = pages.respond(asked("/", "HEAD"))
    assert head.headers["Content-Length"] == str(len(page.body))
    assert head.body == b""


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ({}, "en"),
        ({"Accept_Language": "fr-CH, fr;q=0.9, en;q=0.8"}, "fr"),
        ({"Accept_Language": "de, en;q=0.3, fr;q=0.7"}, "fr"),
        ({"Accept_Language": "fr;q=0, en"}, "en"),
        ({"Accept_Language": "ja"}, "en"),
        ({"Accept_Language": ";q=x,,fr"}, "fr"),
    ],
)
def test_the_language_is_what_the_browser_likes_best(
    accepted: Mapping[str, str], language: str
) -> None:
    assert language_of(asked("/", **accepted)) == language


async def test_the_front_page_lists_public_tables_and_names_nobody(
    club: Club, pages: Pages
) -> None:
    assert "No table is open." in text(pages.respond(asked("/")))
    code = await club.create(ANNA, "421")
    await club.join(ANNA, code)
    private = await club.create(ANNA, "trente", private=True)
    page = text(pages.respond(asked("/")))
    assert f'href="/w/{code}"' in page
    assert f'href="/t/{code}"' in page
    assert private not in page
    assert "Anna" not in page
    assert "ssh play@arcade.example" in page
    assert "SHA256:abc" in page
    (picture,) = re.findall(r'og:image" content="https://arcade.example([^"]+)"', page)
    shown = pages.respond(asked(picture))
    assert shown.headers["Content-Type"] == "image/png"
    assert shown.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


async def test_the_front_page_counts_everybody_and_names_only_those_who_agreed(
    club: Club, pages: Pages
) -> None:
    for player in (ANNA, BEN, CLEO):
        club.presence.enter(player, ended=lambda _: None)
    page = text(pages.respond(asked("/")))
    assert "<p>3 people here</p>" in page
    for player in (ANNA, BEN):
        await club.accounts.prefer(player, "listed", "on")
    french = text(pages.respond(asked("/", Accept_Language="fr")))
    assert "<p>3 personnes ici, dont Anna et Ben</p>" in french
    await club.accounts.prefer(CLEO, "listed", "on")
    assert "<p>3 people here: Anna, Ben, and Cleo</p>" in text(pages.respond(asked("/")))
    await club.accounts.prefer(ANNA, "listed", "off")
    assert "Anna" not in text(pages.respond(asked("/")))


def test_rules_are_pages_in_both_languages(pages: Pages) -> None:
    for game in registry.games():
        assert f"/rules/{game}" in text(pages.respond(asked("/")))
        english = text(pages.respond(asked(f"/rules/{game}")))
        french = text(pages.respond(asked(f"/rules/{game}", Accept_Language="fr")))
        assert "<h2>" in english
        assert english != french


def test_a_phone_may_keep_it_among_its_programs(pages: Pages) -> None:
    response = pages.respond(asked("/manifest.webmanifest", Accept_Language="fr"))
    manifest = json.loads(response.body)
    assert (manifest["lang"], manifest["start_url"]) == ("fr", "/play")
    drawn, *icons = manifest["icons"]
    assert pages.respond(asked(drawn["src"])).headers["Content-Type"] == "image/svg+xml"
    assert [(icon["sizes"], icon["type"]) for icon in icons] == [
        ("192x192", "image/png"),
        ("512x512", "image/png"),
    ]


def test_a_clone_without_the_files_of_others_says_what_to_type(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(page_files, "files", lambda _: tmp_path)
    with pytest.raises(CannotDo, match="make web"):
        Files()


async def test_a_page_is_written_once_and_the_front_page_once_a_second(
    club: Club, made: Files
) -> None:
    now = 0.0
    pages = Pages(made, Front(club, "https://arcade.example", ""), lambda: now)

    def body(path: str) -> bytes:
        return pages.respond(asked(path, Accept_Encoding="gzip")).body

    lasting = ("/rules/421", "/play", "/lines", "/manifest.webmanifest")
    before = [body(path) for path in lasting]
    assert all(body(path) is same for path, same in zip(lasting, before, strict=True))
    front = body("/")
    code = await club.create(ANNA, "421")
    await club.join(ANNA, code)
    now = 0.9 * FRESH_TIME
    assert body("/") is front
    assert body("/?whatever") is front
    now = FRESH_TIME
    assert code in gzip.decompress(body("/")).decode()
    assert body(f"/w/{code}") is not body(f"/w/{code}")  # as many as there are tables
