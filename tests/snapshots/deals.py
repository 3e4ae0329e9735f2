"""What the snapshots of daily deals, leagues and duels show."""

from msgspec import structs

from arcade.club.deals.daily import DailyRow, DailyTable, State
from arcade.club.deals.league import League, LeagueRow
from arcade.club.duels.views import DuelState, DuelView, RoundView, Run
from arcade.engine import registry
from arcade.players.player import Player
from tests.registered import registered

WHO = Player("SHA256:e", "Éloïse")


def dealt(over: bool) -> tuple[DailyTable, ...]:
    """Return yesterday's deals, or today's: three of five are played, another is under way."""
    tables = []
    for number, (key, game) in enumerate(registered().items()):
        state: State = "done" if over or number in (0, 3, 4) else "begun" if number == 2 else "new"
        people = [name for name in ("Anna", WHO.name, "Ben") if name != WHO.name or state == "done"]
        names = people[number % 2 :]
        rows = tuple(
            DailyRow(at, name, False, at, 60 - 9 * at, "KAFEL", name == WHO.name, len(names) - at)
            for at, name in enumerate(names, 1)
        )
        date = "2027-01-14" if over else "2027-01-15"
        tables.append(
            DailyTable(key, game.meta.name, date, state, rows, int(not over), people=len(rows))
        )
    order = list(registry.games())
    return tuple(sorted(tables, key=lambda table: order.index(table.game)))


def ranks(player: Player, game: str, days: int) -> tuple[int, ...]:
    """Return the ranks of a person who plays most days; today as in `dealt`."""
    at = list(registered()).index(game)
    today = (2, 0, 0, 1, 2)[at]
    return (*((3 * day + at) % 5 % 4 for day in range(days - 1)), today)


def duels(player: Player) -> tuple[DuelView, ...]:
    """Return a person's duels: one to play, one that waits, one for whoever comes, two over."""
    seal = "c0ffee" * 10 + "c0de"
    new = RoundView(1, seal)
    own, other = Run(2, 42, "KAFEL"), Run(1, 51, "TOROM")
    first = RoundView(1, seal, own, other, won=False)
    second = RoundView(2, seal, structs.replace(own, rank=1, score=64), other, won=True)
    last = RoundView(3, seal, structs.replace(own, rank=1), structs.replace(other, rank=3), True)
    day = 86_400_000

    def duel(code: str, key: str, state: DuelState, name: str, *rounds: RoundView) -> DuelView:
        game = registered()[key].meta.name
        won = sum(played.won is True for played in rounds)
        lost = sum(played.won is False for played in rounds)
        by = name or player.name
        return DuelView(code, key, game, state, by, name, won, lost, 9 * day, rounds, True)

    return (
        duel("BORAZUT", "421", "over", "Anna", first, second, last),
        duel("DULOMIR", "trente", "yours", "Ben", new),
        duel("FIBEKOS", "golden21", "theirs", "Chloé", RoundView(1, seal, own)),
        duel("GAVOTEL", "vingt-et-un", "open", "", RoundView(1, seal, own)),
        duel("HUDISAR", "golden-zero", "over", "Ben", first),
    )


def league(
    game: str, player: Player | None = None, weeks: int = 0, most: int | None = None
) -> League:
    """Return a week of three people, another one ahead in another game."""
    at = (list(registered()).index(game) + 2 * weeks) % len(registered())
    weeks_days = (
        ("Anna", (100, None, 50, 100, 67 if at < 3 else 20)),
        (WHO.name, (50, 20 * at, 100, 67, None)),
        ("Ben", (20, 50, None, (33, 50, 67, 100, 100)[at], 50)),
    )
    ranked = sorted(
        ((sum(day or 0 for day in days), who, days) for who, days in weeks_days), reverse=True
    )
    rows = tuple(
        LeagueRow(position, who, points, (*days, None, None), who == WHO.name)
        for position, (points, who, days) in enumerate(ranked, 1)
    )
    return League(game, registered()[game].meta.name, "2027-01-11", rows, bool(weeks))
