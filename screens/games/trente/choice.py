"""A person's choices on a throw before they act: dice to keep, and which comes first."""

from arcade.games.trente.rules.options import HIGH, LOW, is_low


class Choice:
    """The chosen dice, by their places in the throw, in the order of choosing.

    The cursor begins at the best die; a last die is chosen already, because it must be kept.
    """

    def __init__(self, dice: tuple[int, ...] = (), threshold: int | None = None) -> None:
        self.dice = dice
        self.threshold = threshold
        self.places: list[int] = [0] if len(dice) == 1 else []
        best = min if threshold == LOW else max
        self.cursor = dice.index(best(dice)) if dice else 0
        self.asking = False

    @property
    def faces(self) -> tuple[int, ...]:
        """Return the chosen dice."""
        return tuple(self.dice[at] for at in self.places)

    @property
    def undecided(self) -> bool:
        """Return whether these dice leave the threshold open; then the first must be named."""
        return self.threshold is None and len({is_low(die) for die in self.faces}) == 2

    def decides(self) -> int | None:
        """Return the threshold with these dice; None while it is open."""
        if self.threshold is None and self.places and not self.undecided:
            return LOW if is_low(self.faces[0]) else HIGH
        return self.threshold

    def gives_up(self, first: int | None = None) -> int | None:
        """Return the best face if one of it would be thrown again; `first` decides."""
        aim = (LOW if is_low(first) else HIGH) if first is not None else self.decides()
        best = 1 if aim == LOW else 6
        left = [die for at, die in enumerate(self.dice) if at not in self.places]
        return best if best in left else None

    def toggle(self, at: int) -> None:
        """Choose or release a die; a last die stays chosen."""
        self.cursor = at
        self.asking = False
        if len(self.dice) == 1:
            self.places = [at]
        elif at in self.places:
            self.places.remove(at)
        else:
            self.places.append(at)

    def toggle_all(self) -> None:
        """Choose all dice, from the left; release all if all were chosen."""
        self.asking = False
        full = len(self.places) == len(self.dice) > 1
        self.places = [] if full else list(range(len(self.dice)))

    def move(self, step: int) -> None:
        """Move the cursor; while the first die is to be named, among the chosen dice."""
        among = sorted(self.places) if self.asking else list(range(len(self.dice)))
        here = among.index(self.cursor) if self.cursor in among else 0
        self.cursor = among[(here + step) % len(among)]

    def ask_first(self) -> None:
        """Ask which die comes first; propose the one chosen first."""
        self.asking = True
        self.cursor = self.places[0]
