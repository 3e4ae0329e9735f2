"""Other words for the commands of line mode, and words that resemble them."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from arcade.club.i18n.words import SOURCE
from arcade.engine.words import folded

SIMILARITY = 0.75
"""How similar to a command (0 to 1) a word must be to count as a typing error."""

MIN_PREFIX = 3
"""The fewest letters that count as the beginning of a command."""

ALIASES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "help": "?",
        "list": "tables",
        "look": "state status table",
        "scores": "s",
        "hand": "h",
        "latest": "l",
        "clock": "c",
        "whose": "w",
        "choices": "x",
        "come": "y",
        "decline": "n",
        "quit": "exit bye",
    },
    "fr": {
        "help": "aide",
        "list": "liste tables",
        "play": "jouer",
        "new": "nouvelle",
        "join": "rejoindre",
        "seat": "remplacer",
        "door": "porte",
        "watch": "regarder",
        "start": "commencer",
        "again": "encore",
        "look": "état voir",
        "scores": "points jetons j",
        "hand": "main m",
        "latest": "dernier d",
        "clock": "pendule p",
        "whose": "trait q",
        "choices": "choix",
        "brief": "bref",
        "full": "complet",
        "bell": "sonnette",
        "settings": "réglages",
        "details": "détails",
        "wait": "attendre",
        "listen": "écouter",
        "yes": "oui o",
        "sit": "asseoir",
        "continue": "continuer",
        "giveup": "céder",
        "endgame": "terminer",
        "settle": "conclure",
        "end": "fin",
        "no": "non",
        "odds": "avis cotes",
        "fair": "équité",
        "gesture": "geste",
        "bot": "robot",
        "unbot": "libérer",
        "faster": "vite",
        "hush": "taire",
        "sendaway": "renvoyer",
        "invite": "inviter",
        "link": "lien",
        "come": "venir",
        "decline": "décliner",
        "listed": "affiché",
        "since": "depuis",
        "friends": "amis",
        "friend": "ami",
        "unfriend": "rayer",
        "ignore": "ignorer",
        "report": "signaler",
        "leave": "partir",
        "say": "dire",
        "who": "qui",
        "news": "échos",
        "daily": "jour",
        "results": "résultats",
        "league": "semaine",
        "puzzle": "problème",
        "duels": "duels",
        "duel": "duel",
        "compare": "comparer",
        "refuse": "refuser",
        "rematch": "revanche",
        "share": "partager",
        "zone": "fuseau",
        "standing": "classement",
        "profile": "profil",
        "games": "parties",
        "replay": "revoir",
        "next": "suivant",
        "back": "retour",
        "turn": "tour",
        "review": "bilan",
        "retry": "rejouer",
        "eyes": "vue",
        "learn": "apprendre",
        "rules": "règles",
        "recovery": "secours",
        "forget": "oublier",
        "tournament": "tournoi",
        "language": "langue",
        "screens": "écrans",
        "quit": "quitter",
    },
}
"""Other words for the commands, by language; outside English the first is the command's name."""


def word_of(language: str, command: str) -> str:
    """Return the name of a command in the reader's language."""
    if language == SOURCE:
        return command
    return ALIASES.get(language, {}).get(command, command).split()[0]


def aliases() -> Iterator[tuple[str, str]]:
    """Yield every alias with its command."""
    for words in ALIASES.values():
        for command, others in words.items():
            for word in others.split():
                yield word, command


def is_plain(verb: str) -> bool:
    """Return whether people write this word, folded, in plain mode, in any language."""
    commands = {command for words in ALIASES.values() for command in words}
    others = (folded(word) for word, _ in aliases())
    return verb in commands.union(word for word in others if len(word) >= MIN_PREFIX)


def near(verb: str, words: Sequence[str]) -> list[str]:
    """Return the words that begin with `verb`, else the most similar ones."""
    begun = [word for word in words if word.startswith(verb)] if len(verb) >= MIN_PREFIX else []
    return begun or get_close_matches(verb, words, 3, SIMILARITY)
