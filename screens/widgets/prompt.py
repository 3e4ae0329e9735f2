"""An input line without focus, blinking or layout; its screen passes keys to it."""

from rich.cells import cell_len
from textual import events
from textual.geometry import Size

from arcade.players.text import typed
from screens import keys
from screens.keys import Action
from screens.terminal.rows import Row, row
from screens.widgets.lines import Lines


class Prompt(Lines):
    """An input line. `open` starts it, `key` takes a key, `text` is its content."""

    def __init__(self, most: int = 200) -> None:
        super().__init__()
        self._label = ""
        self._most = most
        self._hint = ""
        self._tone = "dim"
        self._at = 0
        self.text = ""
        self.typing = False

    def label(self, label: str, hint: str = "", tone: str = "dim") -> None:
        """Set the label before the line, and the text in it and the tone while nobody types."""
        if (label, hint, tone) != (self._label, self._hint, self._tone):
            self._label, self._hint, self._tone = label, hint, tone
            self.redraw()

    def open(self, text: str = "") -> None:
        self.text, self._at, self.typing = text, len(text), True
        self.redraw()

    def close(self) -> str:
        """Stop typing; return the typed text and clear the line."""
        text, self.text, self._at, self.typing = self.text, "", 0, False
        self.redraw()
        return text

    def actions(self) -> list[Action]:
        """List the keys of a line of talk; sent, it stays open for the next."""
        if not self.text.strip():
            return [keys.STOP_TALKING]
        return [keys.SEND, keys.STOP_TYPING]

    def insert(self, text: str) -> None:
        """Insert text at the caret, cleaned as for other people's screens."""
        before, after = self.text[: self._at], self.text[self._at :]
        before = typed(before + text.strip("\r\n"))[: max(self._at, self._most - len(after))]
        self._set(before, after)
        self.redraw()

    def key(self, event: events.Key) -> bool:
        """Handle a key; return whether it had a meaning here."""
        before, after = self.text[: self._at], self.text[self._at :]
        match event.key:
            case "left" | "ctrl+b":
                self._at = max(0, self._at - 1)
            case "right" | "ctrl+f":
                self._at = min(len(self.text), self._at + 1)
            case "home" | "ctrl+a":
                self._at = 0
            case "end" | "ctrl+e":
                self._at = len(self.text)
            case "backspace" | "ctrl+h":
                self._set(before[:-1], after)
            case "delete":
                self._set(before, after[1:])
            case "ctrl+u":
                self._set("", after)
            case "ctrl+k":
                self._set(before, "")
            case "ctrl+w":
                self._set(before.rstrip().rpartition(" ")[0], after)
            case _:
                if not (event.character and event.is_printable):
                    return False
                self.insert(event.character)
        self.redraw()
        return True

    def draw(self, size: Size) -> list[Row]:
        if not self.typing:
            return [row((self._label + self._hint, self._tone))]
        room = max(4, size.width - cell_len(self._label) - 2)
        start = 0
        while cell_len(self.text[start : self._at]) > room:
            start += 1
        shown = self.text[start:]
        at = self._at - start
        caret = shown[at] if at < len(shown) else " "
        return [row((self._label, "gold"), shown[:at], (caret, "caret"), shown[at + 1 :])]

    def _set(self, before: str, after: str) -> None:
        self.text = before + after
        self._at = len(before)
