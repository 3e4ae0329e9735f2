"""Keys that come faster than they are handled keep their order."""

from textual import events
from textual.strip import Strip

from screens.terminal.paint import PaneApp, PaneScreen
from tests.waiting import until


class Typed(PaneScreen[None], inherit_css=False, inherit_bindings=False):
    """A screen that writes down the keys it gets."""

    def __init__(self) -> None:
        super().__init__()
        self.keys = ""

    def ground(self, cells: int) -> Strip:
        return Strip.blank(cells)

    async def take_key(self, event: events.Key) -> bool:
        self.keys += event.key
        return True


class Third(PaneApp[None], inherit_css=False, inherit_bindings=False):
    """An app that gets a third key between two that wait."""

    handled = ""

    async def on_event(self, event: events.Event) -> None:
        await super().on_event(event)
        if isinstance(event, events.Key):
            self.handled += event.key

    def on_idle(self) -> None:
        if self.handled == "a":  # Textual has taken "b" out of its queue, and not handled it yet
            self.handled += "."
            self.take(events.Key("c", "c"))


async def test_a_key_does_not_overtake_one_that_textual_has_taken_out_of_its_queue() -> None:
    app, screen = Third(), Typed()
    async with app.run_test() as pilot:
        await app.push_screen(screen)
        await pilot.pause()
        app.post_message(events.AppFocus())  # so that the keys wait
        app.take(events.Key("a", "a"))
        app.take(events.Key("b", "b"))
        await until(lambda: len(screen.keys) == 3)
        assert screen.keys == "abc"
