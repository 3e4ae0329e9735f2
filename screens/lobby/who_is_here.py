"""Below the lobby's list: who is here, and how a guest comes back."""

from itertools import accumulate, takewhile

from rich.cells import cell_len

from screens.ssh_command import by_ssh
from screens.terminal.rows import Row, fit, row, row_width, wrap
from screens.widgets.lines import Lines


class WhoIsHere(Lines):
    """Names the people here in two lines, with a guest's private code."""

    def __init__(self) -> None:
        super().__init__()
        self._people: tuple[str, ...] = ()

    def show(self, people: tuple[str, ...]) -> None:
        self._people = people
        self.redraw()

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw the names above the code; an app without a server names nobody."""
        if self.arcade.local:
            return []
        here = row((self.words.t("Here now: "), "dim"), self._names(2 * width - 40))
        code = self._way_back(width)
        named = wrap(here, width, 2)[: min(2, height - len(code))]
        return [*named, *code]

    def _way_back(self, cells: int) -> list[Row]:
        t, code = self.words.t, self.arcade.resume_code
        if not code:
            return []
        who = self.arcade.player.name
        told = row((t("You are a guest. To come back as {name}: ", name=who), "dim"))
        typed = row((by_ssh(f"resume-{code}", self.arcade.club.address, cells - 2), "gold"))
        # The code must never be cut: where it does not fit it has a line of its own.
        lines = [told + typed] if row_width(told + typed) <= cells else [told, row("  ") + typed]
        how = row((t("With an SSH key you need no code, and choose your own name."), "dim"))
        return [fit(line, cells) for line in (*lines, how)]

    def _names(self, cells: int) -> str:
        """Name as many of the people here as fit, and count the others."""
        ends = accumulate(cell_len(name) + 2 for name in self._people)
        known = sum(1 for _ in takewhile(lambda end: end <= cells, ends)) or 1
        said = ", ".join(self._people[:known])
        more = len(self._people) - known
        others = self.words.nt(" and {n} more: W", " and {n} more: W", more) if more > 0 else ""
        return said + others
