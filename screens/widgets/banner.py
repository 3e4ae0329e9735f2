"""A name in letters five rows high, for what nobody may overlook."""

import re
from unicodedata import normalize

_ROWS = 5
_FONT = dict(
    re.findall(
        r"(.)=(\d{5})",
        "A=75755 B=65656 C=74447 D=65556 E=74647 F=74644 G=74557 H=55755 I=72227 J=11157 K=55655"
        "L=44447 M=57755 N=75555 O=75557 P=65644 Q=75573 R=65655 S=74717 T=72222 U=55557 V=55552"
        "W=55775 X=55255 Y=55222 Z=71247 -=00700  =00000 0=75557 1=26227 2=71747 3=71717 4=55711"
        "5=74717 6=74757 7=71111 8=75757 9=75717",
    )
)
"""Each letter's rows from the top, as three bits."""


def banner(text: str, cells: int) -> list[str]:
    """Return a text in large letters without accents; nothing if one is unknown or room lacks."""
    letters = [letter for letter in normalize("NFD", text.upper()) if ord(letter) < 0x300]
    if not letters or any(letter not in _FONT for letter in letters) or len(letters) * 8 > cells:
        return []
    return [
        "  ".join(
            "".join("██" if int(_FONT[letter][y]) & bit else "  " for bit in (4, 2, 1))
            for letter in letters
        )
        for y in range(_ROWS)
    ]
