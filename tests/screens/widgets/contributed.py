"""Widgets as a contributor writes them after Textual's own documentation, on any screen."""

import re
from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

PAGE = Path(__file__).parents[3] / "docs" / "adding-a-screen.md"


def of_the_page() -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the classes of the page's widget and screen by name, and the code of both."""
    widget, screen, _ = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    made: dict[str, Any] = {"__name__": "page"}
    exec(widget, made)
    exec(screen, made)
    return made, (widget, screen)


HOSTILE = "[@click=app.quit]x[/] [red"
"""A name as a stranger may choose it."""


class Counter(Widget, can_focus=True):
    """Counts presses of F2 and clicks."""

    DEFAULT_CSS = "Counter { height: 1; background: $primary; color: $text; }"
    BINDINGS: ClassVar[list[BindingType]] = [("f2", "add", "Add one"), ("n", "add", "Add one")]

    count = reactive(0)

    def render(self) -> str:
        return f"count={self.count}"

    def action_add(self) -> None:
        self.count += 1
        self.notify(f"now {self.count} [b]")

    def on_click(self) -> None:
        self.count += 10


class Corner(Vertical):
    """Stock widgets and an own one, in the corner of a screen."""

    DEFAULT_CSS = """
    Corner { dock: right; width: 34; height: 12; margin: 2 0; background: $panel; }
    Corner Input, Corner OptionList { height: 3; border: none; &:focus { border: none; } }
    """

    def __init__(self) -> None:
        super().__init__(id="corner")
        self.sentence = ""
        self.chosen = ""

    def compose(self) -> ComposeResult:
        yield Static(HOSTILE, id="name", markup=False)
        yield Input(placeholder="a friend", id="friend")
        yield OptionList("first", "second", "third", id="list", markup=False)
        yield Counter(id="counter")
        yield Static("said=", id="said", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.sentence = event.value
        self.query_one("#said", Static).update(f"said={event.value}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.chosen = str(event.option.prompt)
        self.query_one("#said", Static).update(f"chosen={event.option.prompt}")
