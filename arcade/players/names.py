"""Names of persons, and codes of tables and guests: which are allowed, which look alike."""

import re
import unicodedata
from collections.abc import Callable, Collection
from hashlib import sha256

from arcade.engine.news import News, phrase
from arcade.engine.words import folded, plain_letters

LONGEST = 16
SHORTEST = 2
_SHAPE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_LATIN = 0x250
"""Beyond this, no letter is an accented Latin one that every terminal draws."""

VOWELS = "AEOU"
CONSONANTS = "BDFGJKLMNPRSTZ"
"""Letters of table codes. Left out: I (1, l), Q (O), V (U), W, X, Y, and C and H, which every
language pronounces differently."""
_CODE = re.compile(f"(?:[{CONSONANTS}][{VOWELS}]){{2,4}}[{CONSONANTS}]")

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Characters of resume codes: Crockford's base 32 (no I, L, O, U), five bits each."""
_RESUME_LENGTH = 12
_RECOVERY_LENGTH = 20
_MISREAD = str.maketrans("OIL", "011")
_BETWEEN = re.compile(r"[\s\-_.\u2010-\u2015]+")

ROLES = (
    *("admin", "arbiter", "arbitre", "bank", "banker", "banque", "banquier", "barman", "coach"),
    *("croupier", "dealer", "doctor", "helper", "host", "hote", "house", "maison", "moderateur"),
    *("moderator", "operator", "owner", "patron", "patronne", "police", "referee", "security"),
    *("server", "serveur", "serveuse", "staff", "support", "sysadmin", "sysop", "system", "team"),
    *("webmaster",),
)
ARTICLES = ("", "the", "le", "la", "l")
RESERVED = frozenset(
    {article + role for article in ARTICLES for role in ROLES}
    | {
        *("anonymous", "api", "arcade", "cast", "club", "everybody", "everyone", "help", "info"),
        *("join", "link", "lobby", "me", "moi", "nobody", "none", "null", "personne", "plain"),
        *("play", "player", "private", "quit", "record", "recover", "recovery", "replay", "robot"),
        *("room", "rooms", "root", "rules", "seat", "simulate", "somebody", "spectator", "ssh"),
        *("table", "toi", "top", "tous", "unlink", "verify", "vous", "watch", "watcher", "you"),
    }
)
"""Names that could pass for a command, for the server and its staff, or for nobody."""
RESERVED_BEGINNINGS = ("admin", "bot", "guest", "moderat", "official", "resume")
_RUDE = re.compile(
    "ANAL|ANUS|BONER|DAGO|FAG|FUK|GODE|GOGOL|JAP|KAK|KOK|KON|KUL|KUM|LOPE|NAZ|NEG|NUD|PED|PUT|RAP"
    "|RATON|SALOP|SODOM|SUK|TARE|TETON|ZEB|ZOB"
)


class BadName(Exception):
    """A name that is not allowed; `news` is the sentence that says what to do."""

    def __init__(self, news: News) -> None:
        self.news = news
        super().__init__(news.text)


def check(name: str, bots: Collection[str] = ()) -> None:
    """Raise `BadName` unless the name is allowed; does not check whether it is taken.

    `bots` are the skeletons of the bots' names.
    """
    if len(name) < SHORTEST:
        raise BadName(phrase("A name has at least {least} characters.", least=SHORTEST))
    if len(name) > LONGEST:
        raise BadName(phrase("A name has at most {most} characters; shorten it.", most=LONGEST))
    plain = plain_letters(name)
    if not _SHAPE.fullmatch(plain[:1]):
        raise BadName(phrase("A name begins with a letter from A to Z, with or without an accent."))
    whole = unicodedata.is_normalized("NFC", name) and all(
        ord(character) < _LATIN for character in name
    )
    if not (whole and _SHAPE.fullmatch(plain)):
        raise BadName(
            phrase(
                "A name is letters from A to Z (accents are welcome), digits, - and _; leave out "
                "the rest."
            )
        )
    if _CODE.fullmatch(plain):
        raise BadName(
            phrase("{name} looks like the code of a table; write it in small letters.", name=name)
        )
    if any(likeness in bots for likeness in looks(name)):
        raise BadName(phrase("{name} is the name of a bot; choose another name.", name=name))
    if any(map(_reserved, looks(name))):
        raise BadName(
            phrase("{name} would pass for something else here; choose another name.", name=name)
        )


def skeleton(name: str) -> str:
    """Return what a name looks like at a glance.

    Case does not count, nor do accents, - and _; 0 is o, 1 and i are l, 5 is s, 2 is z, 9 is g,
    rn is m, rm is nn, cl is d, vv and uu are w.
    """
    likeness = folded(name).translate(_LOOKS)
    for letters, alike in _PAIRS:
        likeness = likeness.replace(letters, alike)
    return likeness


def looks(name: str) -> frozenset[str]:
    """Return the skeletons of a name; no two players' names share one.

    A name with a double letter has two: "Cœur" is "coeur" to a reader, and "Cour" in ASCII.
    """
    return frozenset((skeleton(name), skeleton(name.translate(_FIRST_LETTERS))))


def _reserved(likeness: str) -> bool:
    return likeness in _RESERVED_LOOKS or likeness.startswith(_RESERVED_BEGINNINGS_LOOKS)


_LOOKS = str.maketrans("01i529", "ollszg", "-_")
_PAIRS = (("rn", "m"), ("rm", "nn"), ("vv", "w"), ("uu", "w"), ("cl", "d"))
_FIRST_LETTERS = str.maketrans("ŒœÆæßÞþ", "OoAasTt")
_RESERVED_LOOKS = frozenset(map(skeleton, RESERVED))
_RESERVED_BEGINNINGS_LOOKS = tuple(map(skeleton, RESERVED_BEGINNINGS))


def is_code(text: str) -> bool:
    """Return whether this is a possible table code, in capitals."""
    return _CODE.fullmatch(text) is not None


def guest_name(token: str, letters: int = 4) -> str:
    """Return the displayed name of a guest with this token: "guest-k7qf" (20 bits)."""
    digest = sha256(token.encode()).digest()
    return "guest-" + "".join(CROCKFORD[byte % 32] for byte in digest[:letters]).lower()


def pseudonym(player_id: str) -> str:
    """Return the name of somebody who was forgotten: "gone-k7qf2m"."""
    return guest_name(f"gone {player_id}", 6).replace("guest", "gone")


THINGS = (
    *("Ardoise", "Banquette", "Bistrot", "Carafe", "Comptoir", "Croissant", "Domino", "Gobelet"),
    *("Guinguette", "Jeton", "Marelle", "Moka", "Noisette", "Perroquet", "Piston", "Tapis", "Zinc"),
)
"""Words for suggested names: ASCII, and no personal names."""


def invented(pick: Callable[[int], int]) -> str:
    """Return a suggested name, "Moka-17", which may be taken; `pick` is as in `code`."""
    return f"{THINGS[pick(len(THINGS))]}-{2 + pick(98)}"


def code(pick: Callable[[int], int], syllables: int = 2) -> str:
    """Return a random table code, "KAFEL", one of some 40,000 that are easy to say.

    Each further syllable ("KAFELON"), up to four in all, makes 56 times as many. `pick(n)` returns
    a uniform random integer from 0 to n - 1.
    """
    while True:
        letters = (*(CONSONANTS, VOWELS) * syllables, CONSONANTS)
        word = "".join(alphabet[pick(len(alphabet))] for alphabet in letters)
        if word.lower() not in RESERVED and not _RUDE.search(word):
            return word


def resume_code(token: bytes) -> str:
    """Return the first 60 bits of a random token as a code to type: "K7QF-9M2X-4TPD".

    Raises ValueError if the token has fewer than 8 bytes.
    """
    return _code_of(token, 8, _RESUME_LENGTH)


def recovery_code(token: bytes) -> str:
    """Return the first 100 bits of a random token as a code; longer, as its hash is kept for years.

    Raises ValueError if the token has fewer than 13 bytes.
    """
    return _code_of(token, 13, _RECOVERY_LENGTH)


def read_resume_code(text: str) -> str | None:
    """Return a resume code from what a person typed, in any case and spacing; None if invalid.

    O is read as 0, I and L as 1.
    """
    return _read(text, _RESUME_LENGTH)


def read_recovery_code(text: str) -> str | None:
    """Return a recovery code from what a person typed; see `read_resume_code`."""
    return _read(text, _RECOVERY_LENGTH)


def _code_of(token: bytes, size: int, length: int) -> str:
    if len(token) < size:
        raise ValueError(f"this code needs {size} random bytes")
    bits = int.from_bytes(token[:size], "big")
    return _grouped("".join(CROCKFORD[bits >> 5 * n & 31] for n in range(length)))


def _read(text: str, length: int) -> str | None:
    typed = _BETWEEN.sub("", text[:100]).upper().translate(_MISREAD)
    if len(typed) != length or not set(typed) <= set(CROCKFORD):
        return None
    return _grouped(typed)


def _grouped(characters: str) -> str:
    return "-".join(characters[n : n + 4] for n in range(0, len(characters), 4))
