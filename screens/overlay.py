"""What one watcher alone sees over a picture that many share: few rows, drawn by the same panes."""

from collections.abc import Sequence

from textual import events
from textual.geometry import Region

from arcade.club.table_session import TableSession
from screens import keys
from screens.ansi import written
from screens.frame import Bar, Footer, notice_rows
from screens.keys import Action
from screens.lines import Lines, Shown, painted
from screens.log import LogPane
from screens.picture import PictureApp
from screens.prompt import Prompt
from screens.rows import warning
from screens.table import TableScreen


class Overlay:
    """The private strips of one watcher: a line being typed, older lines of the log, sentences.

    `app` is the shared picture they lie on, which changes with the window's size. Panes are made
    when they are needed and dropped when they are not.
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
        """What of the picture is covered: where one of these goes, the picture shows again."""
        parts = {
            "log": self._log is not None,
            "status": bool(self._told),
            "prompt": self._prompt is not None,
            f"notice {self.notice}": bool(self.notice),
        }
        return frozenset(name for name, covers in parts.items() if covers)

    @property
    def text(self) -> str:
        """The line being typed."""
        return self._prompt.text if self._prompt is not None else ""

    @property
    def typing(self) -> bool:
        """Whether a line is being typed."""
        return self._prompt is not None

    def tell(self, sentence: str) -> None:
        """Show a sentence in the place of the status line; "" shows that again."""
        self._told = sentence

    def open(self) -> None:
        """Begin to type."""
        with self.app.context():
            self._prompt = Prompt()
            self._prompt.label(f" {self.app.words.t('say')} › ")
            self._prompt.open()

    def close(self) -> None:
        """Stop typing, and forget what was typed."""
        self._prompt = None

    def key(self, event: events.Key) -> bool:
        """Give a key to the line being typed; say whether it meant something there."""
        if self._prompt is None:
            return False
        with self.app.context():
            return self._prompt.key(event)

    def paste(self, text: str) -> None:
        """Put pasted text into the line being typed."""
        if self._prompt is not None:
            with self.app.context():
                self._prompt.insert(" ".join(text.splitlines()))

    def scroll(self, pages: int) -> None:
        """Look back in the log (negative) or on, by pages."""
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
        """Give all of it as terminal output, or only the `changes` since the last time.

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
        return written(stretches, self.app.console.only_ascii) if stretches else ""

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
