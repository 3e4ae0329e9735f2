"""A spectator's own rows over a shared broadcast, drawn by the same panes."""

from collections.abc import Sequence

from textual import events
from textual.geometry import Region

from arcade.club.table_session import TableSession
from screens import keys
from screens.base import Bar, Footer, notice_rows
from screens.keys import Action
from screens.table.picture import PictureApp
from screens.table.screen import TableScreen
from screens.terminal.rows import warning
from screens.widgets.lines import Lines, Shown, painted
from screens.widgets.log import LogPane
from screens.widgets.prompt import Prompt


class Overlay:
    """One spectator's own rows: an input line, older lines of the log, sentences.

    `app` renders the broadcast below, and changes with the window's size. Panes exist only while
    they are needed.
    """

    def __init__(self, app: PictureApp, place: TableSession) -> None:
        self.app = app
        self._place = place
        self._told = ""
        self.notice = ""
        self._prompt: Prompt | None = None
        self._log: LogPane | None = None
        self._shown: Shown = {}

    @property
    def covered(self) -> frozenset[str]:
        """The covered regions of the broadcast; when one goes, the broadcast shows again."""
        parts = {
            "log": self._log is not None,
            "status": bool(self._told),
            "prompt": self._prompt is not None,
            f"notice {self.notice}": bool(self.notice),
        }
        return frozenset(name for name, covers in parts.items() if covers)

    @property
    def text(self) -> str:
        """The text of the input line."""
        return self._prompt.text if self._prompt is not None else ""

    @property
    def typing(self) -> bool:
        """Whether the input line is open."""
        return self._prompt is not None

    def tell(self, sentence: str) -> None:
        """Show a sentence in place of the status line; "" removes it."""
        self._told = sentence

    def open(self) -> None:
        """Start typing."""
        with self.app.context():
            self._prompt = Prompt()
            self._prompt.label(f" {self.app.words.t('say')} › ")
            self._prompt.open()

    def close(self) -> None:
        """Stop typing and clear the line."""
        self._prompt = None

    def key(self, event: events.Key) -> bool:
        """Pass a key to the input line; return whether it had a meaning there."""
        if self._prompt is None:
            return False
        with self.app.context():
            return self._prompt.key(event)

    def paste(self, text: str) -> None:
        """Insert pasted text into the input line."""
        if self._prompt is not None:
            with self.app.context():
                self._prompt.insert(" ".join(text.splitlines()))

    def scroll(self, pages: int) -> None:
        """Scroll the log back (negative) or on, by pages."""
        table = self.app.table
        if table is None:
            return
        with self.app.context():
            if self._log is None:
                self._log = LogPane()
            self._log.take_size(table.log_pane.region.size)
            self._log.show(self._place.table())
            self._log.scroll_rows(pages)
            self._log.row_at(0)  # drawn, it knows how far back there is anything
            if not self._log.scrolled:
                self._log = None

    def paint(self, actions: Sequence[Action], changes: bool = False) -> str:
        """Return all rows as terminal output, or only the `changes` since the last call.

        `actions` are those that work now.
        """
        table = self.app.table
        if table is None:
            return ""
        before: Shown = self._shown if changes else {}
        self._shown = {}
        with self.app.context():
            panes = self._panes(table, actions)
            stretches = [
                one for pane, at in panes for one in painted(pane, at, before, self._shown)
            ]
        return self.app.console.written(stretches) if stretches else ""

    def _panes(self, table: TableScreen, actions: Sequence[Action]) -> list[tuple[Lines, Region]]:
        panes: list[tuple[Lines, Region]] = []
        if self._log is not None:
            panes.append((self._log, table.log_pane.region))
        if self._told:
            panes.append((Lines(warning(self._told)), table.status.region))
        if self._prompt is not None:
            panes.append((self._prompt, table.prompt.region))
        if self._prompt is not None or self.notice:
            footer = Footer()
            footer.offer(actions)
            panes.append((footer, table.footer.region))
        if self.notice:
            rows = notice_rows(self.notice, self.app.size.width)
            panes.append((Bar(*rows), Region(0, 0, self.app.size.width, len(rows))))
        return panes


TYPING = (keys.SEND, keys.STOP_TYPING, keys.PAGE_UP, keys.PAGE_DOWN)
"""What works while a line is being typed."""
