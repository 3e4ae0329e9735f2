"""Ratings and standings as folds of results: what they count, and what order does to them."""

import random
from dataclasses import dataclass
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcade.players import standing
from arcade.players.results import DAY, Result, Seat
from arcade.players.standing import Rating, Standing, rate

ANNA, BEN, CLEO = Seat("anna", "SHA256:a"), Seat("ben", "SHA256:b"), Seat("cleo", "SHA256:c")
DORA, EVE = Seat("dora", "SHA256:d"), Seat("eve", "SHA256:e")
GUEST = Seat("guest-x", "guest:x", guest=True)
GOOD, EXPERT = Seat("Margot", bot="good"), Seat("Lucien", bot="expert")


@dataclass
class Writer:
    """Writes results, one an hour."""

    number: int = 0

    def __call__(self, seats: str | tuple[Seat, ...], ranks: str, **more: object) -> Result:
        who = {"a": ANNA, "b": BEN, "c": CLEO, "d": DORA, "e": EVE}
        who |= {"g": GUEST, "G": GOOD, "E": EXPERT}
        owners = tuple(who[seat] for seat in seats) if isinstance(seats, str) else seats
        self.number += 1
        fields: dict[str, object] = {
            "code": "KAFEL",
            "number": self.number,
            "game": "421",
            "began": 0,
            "at": self.number * DAY // 24,
            "seats": owners,
            "length": 9,
            "ranks": tuple(map(int, ranks)),
            "scores": tuple(9 - int(rank) for rank in ranks),
        }
        return Result(**{**fields, **more})  # type: ignore[arg-type]


@pytest.fixture
def wrote() -> Writer:
    return Writer()


def added(*results: Result) -> Standing:
    made = Standing()
    for result in results:
        made.add(result)
    return made


def points(made: Standing, seat: Seat, game: str = "421") -> int | None:
    rating = made.accounts[seat.key].in_game(game).rating
    return rating.points if rating else None


# Ratings


def test_the_model_is_pinned(wrote: Writer) -> None:
    """A new version of openskill that rates otherwise would silently move everybody."""
    new = rate(wrote("abcde", "12335"), {})
    assert {key: (round(rating.mu, 6), round(rating.sigma, 6)) for key, rating in new.items()} == {
        "SHA256:a": (27.666827, 8.29097),
        "SHA256:b": (26.833443, 8.240555),
        "SHA256:c": (24.055499, 8.180401),
        "SHA256:d": (24.055499, 8.180401),
        "SHA256:e": (22.388732, 8.180401),
    }
    assert Rating().points == 1000
    assert Rating(30, 2).points == 1480 and not Rating(30, 2).unsure


def test_winning_lifts_and_losing_lowers(wrote: Writer) -> None:
    new = rate(wrote("ab", "12"), {})
    assert new[ANNA.key].points > 1000 > new[BEN.key].points


def test_a_draw_of_equals_moves_nobodys_mean(wrote: Writer) -> None:
    new = rate(wrote("ab", "11"), {})
    assert [round(rating.mu, 9) for rating in new.values()] == [25, 25]


def test_guests_are_not_rated_and_change_nothing_for_others(wrote: Writer) -> None:
    assert rate(wrote("ag", "12"), {}) == {}
    assert rate(wrote("agb", "123"), {}) == rate(wrote("ab", "12"), {})


def test_what_a_bot_won_is_nobodys_and_what_it_lost_is_the_leavers(wrote: Writer) -> None:
    left = Seat("anna", "SHA256:a", moves=10, own=4)
    stayed = Seat("anna", "SHA256:a", moves=10, own=5)
    assert rate(wrote((left, BEN), "12"), {}) == {}
    assert rate(wrote((left, BEN), "21"), {}) == rate(wrote((stayed, BEN), "21"), {}) != {}


def test_a_win_of_who_left_before_a_first_move_is_nobodys(wrote: Writer) -> None:
    """What bots do after the game is settled counts for nobody, and so is not to be halved."""
    left = Seat("anna", "SHA256:a", left="gone")
    assert rate(wrote((left, BEN), "12"), {}) == {}
    assert rate(wrote((left, BEN), "21"), {}) != {}
    assert rate(wrote((Seat("anna", "SHA256:a"), BEN), "12"), {}) != {}


def test_bots_are_not_rated_and_change_nothing_for_others(wrote: Writer) -> None:
    """Alone one leaves a losing game, or ends it, and only those that were won would count."""
    assert rate(wrote("aG", "12"), {}) == {}
    assert rate(wrote("aGE", "312"), {}) == {}
    assert rate(wrote("aGb", "132"), {}) == rate(wrote("ab", "12"), {}) != {}
    assert rate(wrote("agG", "123"), {}) == {}


def test_partners_rise_and_fall_together(wrote: Writer) -> None:
    new = rate(wrote("acbd", "1313", sides=(0, 1, 0, 1)), {})
    assert new[ANNA.key] == new[BEN.key] and new[CLEO.key] == new[DORA.key]
    assert new[ANNA.key].mu > 25 > new[CLEO.key].mu
    for others in ("agbd", "aGbd"):
        assert rate(wrote(others, "1313", sides=(0, 1, 0, 1)), {}) == {}


def test_beating_who_is_weaker_pays_less_and_less(wrote: Writer) -> None:
    made = Standing()
    gains = []
    for _ in range(300):
        made.add(wrote("ab", "12"))
        gains.append(made.changes("KAFEL", wrote.number)[0])
    first, last = gains[0].after - gains[0].before, gains[-1].after - gains[-1].before
    assert first > 50 and last < 3


@pytest.mark.attack(50, "a rating bought with one's own other key")
def test_games_of_the_same_two_people_count_less_and_less(wrote: Writer) -> None:
    same, others = Standing(), Standing()
    for _ in range(40):
        same.add(wrote("ab", "12"))
    for n in range(40):
        others.add(wrote("a" + "bcd"[n % 3], "12"))
    rating, wide = (
        standing.accounts[ANNA.key].by_game["421"].rating for standing in (same, others)
    )
    assert rating is not None and wide is not None
    assert rating.points < wide.points - 60 and rating.sigma > wide.sigma
    gains = [same.changes("KAFEL", n)[0] for n in range(1, 41)]
    assert gains[9].after - gains[9].before > 2 * (gains[30].after - gains[30].before)


def person(name: str) -> Seat:
    return Seat(name, f"SHA256:{name}")


def listed(made: Standing) -> list[str]:
    return [key.removeprefix("SHA256:") for _, key in made.boards["421"]]


def league(wrote: Writer, people: str) -> list[Result]:
    """Everybody has come before and behind everybody, often enough for sure ratings."""
    pairs = [pair for pair in permutations(people, 2) for _ in range(4)]
    return [wrote((person(first), person(other)), "12") for first, other in pairs]


@pytest.mark.attack(50, "a rating bought with twenty own keys")
@pytest.mark.parametrize("puppets", [20, 60])
def test_a_board_lists_who_has_beaten_established_people(wrote: Writer, puppets: int) -> None:
    owner, made = person("owner"), Standing()
    made.add(wrote((owner, person("puppet")), "12"))
    assert listed(made) == ["owner", "puppet"], "where nobody is established all are listed"
    for result in league(wrote, "abcde"):
        made.add(result)
    assert made.established["421"] == {person(letter).key for letter in "abcde"}
    for number in range(puppets):
        made.add(wrote((owner, person(f"puppet {number}")), "12"))
    points = made.accounts[owner.key].by_game["421"].rating.points
    assert points > 1500, "as many points as anybody"
    assert sorted(listed(made)) == [*"abcde"] and made.rated["421"] == 7 + puppets
    for number, rival in enumerate("aab"):
        made.add(wrote((owner, person(rival)), "12"))
        assert made.accounts[owner.key].by_game["421"].proven == 1 + number // 2
        assert "owner" not in listed(made)
    made.add(wrote((owner, person("c")), "12"))
    assert listed(made)[0] == "owner" and listed(made).count("owner") == 1
    assert made.boards["421"] == sorted(made.boards["421"])


def test_who_was_beaten_before_being_established_counts_from_then_on(wrote: Writer) -> None:
    made = Standing()
    for rival in "abcde":
        made.add(wrote((person("early"), person(rival)), "12"))
    for result in league(wrote, "abcde"):
        made.add(result)
    assert made.accounts[person("early").key].by_game["421"].proven == 5
    assert "early" in listed(made)
    for key, record in ((key, account.by_game["421"]) for key, account in made.accounts.items()):
        there = (-record.rating.points, key) in made.boards["421"]
        assert there == record.listed == (record.proven >= made.needed("421", key))


@pytest.mark.attack(50, "own keys that play among themselves until their ratings are sure")
def test_own_keys_do_not_establish_each_other_where_others_are(wrote: Writer) -> None:
    made, honest = Standing(), {person(letter).key for letter in "abcde"}
    for game_result in (*league(wrote, "abcde"), *league(wrote, "vwxyz")):
        made.add(game_result)
    assert made.established["421"] == honest and sorted(listed(made)) == [*"abcde"]
    assert not made.accounts[person("v").key].by_game["421"].rating.unsure
    for own, rivals in (("v", "abc"), ("w", "ab"), ("x", "a")):  # v counts for w, both for x
        for rival in rivals:
            assert made.established["421"] == honest
            made.add(wrote((person(own), person(rival)), "21"))
        honest |= {person(letter).key for letter in ("xyz" if own == "x" else own)}
    assert made.established["421"] == honest, "y and z are known to three by now"


# Accounts


def test_games_wins_best_scores_and_opponents(wrote: Writer) -> None:
    made = added(
        wrote("ab", "12", scores=(5, 3)),
        wrote("ab", "21", scores=(2, 8)),
        wrote("abc", "113", scores=(7, 7, 1), options={"pot": 11}),
        wrote("ab", "12", game="golden21", scores=(-9, 4), better="less"),
    )
    anna = made.accounts[ANNA.key]
    assert (anna.games, anna.wins) == (4, 3)
    assert anna.by_game["421"].best == 5  # seven was made under other rules
    assert anna.by_game["golden21"].best == -9
    against = anna.opponents[BEN.key]
    assert (against.games, against.ahead, against.behind) == (4, 2, 1)
    assert anna.opponents[CLEO.key].ahead == 1
    assert [game.result.number for game in anna.past] == [1, 2, 3, 4]


def test_wins_in_a_row(wrote: Writer) -> None:
    left = (Seat("anna", "SHA256:a", moves=9), BEN)
    made = added(
        *(wrote("ab", "12") for _ in range(3)),
        wrote("ab", "21"),
        wrote("ab", "12"),
        wrote(left, "12"),  # a bot's win neither goes on nor ends it
        wrote("ab", "12"),
    )
    anna = made.accounts[ANNA.key]
    assert (anna.win_streak.now, anna.win_streak.best, anna.wins) == (2, 3, 5)


def test_days_in_a_row_reach_to_today_or_yesterday(wrote: Writer) -> None:
    days = [10, 10, 11, 12, 15, 16]
    made = added(*(wrote("ab", "12", at=day * DAY + 5) for day in days))
    anna = made.accounts[ANNA.key]
    assert (anna.day_streak.now, anna.day_streak.best) == (2, 3)
    assert [anna.days_at(day * DAY) for day in (16, 17, 18)] == [2, 2, 0]


def test_collected_dice_are_kept_with_their_owners(wrote: Writer) -> None:
    made = added(wrote("abG", "211", stakes=(1, 1, 2)), wrote("abG", "122", stakes=(0, 0, 0)))
    assert made.accounts[BEN.key].dice == {ANNA.key: 1}
    assert made.accounts[ANNA.key].dice == {BEN.key: 1, GOOD.key: 1}


def test_what_is_in_it_is_not_counted_again(wrote: Writer) -> None:
    game_result = wrote("ab", "12")
    made = added(game_result, game_result)
    assert made.accounts[ANNA.key].games == 1
    assert made.has("KAFEL", 1) and not made.has("KAFEL", 2) and made.count("KAFEL") == 1


def test_memory_is_bounded(wrote: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HISTORY", "RATING_HISTORY", "OPPONENTS", "GUESTS", "ROOMS"):
        monkeypatch.setattr(standing, name, 3)
    made = Standing()
    for n in range(9):
        guest = Seat(f"guest-{n}", f"guest:{n}", guest=True)
        rival = Seat(f"r{n}", f"SHA256:r{n}")
        made.add(wrote((ANNA, guest, rival), "321", code=f"KAFE{n}", stakes=(2, 2, 2)))
    anna = made.accounts[ANNA.key]
    assert len(anna.past) == len(anna.by_game["421"].ratings) == len(anna.opponents) == 3
    assert [key for key in made.accounts if key.startswith("guest:")] == [
        *("guest:6", "guest:7", "guest:8")
    ]
    assert not made.has("KAFE0", 1) and made.has("KAFE8", 9)
    assert anna.games == 9


# Laws

KEYS = st.sampled_from([ANNA, BEN, CLEO, GUEST, GOOD, EXPERT])


@st.composite
def games(draw: st.DrawFn, most: int = 12) -> list[Result]:
    made = []
    for number in range(1, draw(st.integers(1, most)) + 1):
        owners = draw(st.lists(KEYS, min_size=2, max_size=5, unique=True))
        scores = draw(st.lists(st.integers(0, 3), min_size=len(owners), max_size=len(owners)))
        ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
        owners = [
            Seat(owner.name, owner.player, owner.guest, owner.bot, 4, draw(st.integers(0, 4)))
            for owner in owners
        ]
        made.append(
            Result(
                code="KAFEL",
                number=number,
                began=0,
                at=number,
                length=9,
                game=draw(st.sampled_from(["421", "trente"])),
                seats=tuple(owners),
                ranks=ranks,
                scores=tuple(scores),
            )
        )
    return made


def everything(made: Standing) -> dict[str, object]:
    return {
        key: (
            *(
                account.games,
                account.wins,
                account.first,
                account.day,
                account.win_streak,
                account.day_streak,
                account.by_game,
            ),
            *(list(account.past), list(account.opponents.items()), list(account.dice.items())),
        )
        for key, account in made.accounts.items()
    }


def counts(made: Standing) -> dict[str, object]:
    return {
        key: (
            *(account.games, account.wins, dict(account.dice)),
            {game: (own.games, own.wins, own.best) for game, own in account.by_game.items()},
            {who: (met.games, met.ahead, met.behind) for who, met in account.opponents.items()},
        )
        for key, account in made.accounts.items()
    }


@given(games(), st.randoms(use_true_random=False))
def test_a_fold_of_results(played: list[Result], chance: random.Random) -> None:
    made = added(*played)
    repeated = [*played, *played[:3]]
    chance.shuffle(repeated)
    assert counts(added(*repeated)) == counts(made), "counts do not depend on the order"
    repeated.sort(key=lambda result: result.order)
    assert everything(added(*repeated)) == everything(made), "what is repeated changes nothing"
    for game in ("421", "trente"):
        alone = added(*(result for result in played if result.game == game))
        for key, account in alone.accounts.items():
            rating = made.accounts[key].by_game[game].rating
            assert rating == account.by_game[game].rating, "a game leaves other games' ratings"
    for key, account in made.accounts.items():
        for other, met in account.opponents.items():
            back = made.accounts[other].opponents[key]
            mirrored = (back.games, back.behind, back.ahead)
            assert (met.games, met.ahead, met.behind) == mirrored


@given(games(most=1), st.randoms(use_true_random=False))
def test_seats_may_be_in_any_order(played: list[Result], chance: random.Random) -> None:
    game_result = played[0]
    order = list(range(len(game_result.seats)))
    chance.shuffle(order)
    turned = Result(
        code="KAFEL",
        number=1,
        game=game_result.game,
        began=0,
        at=1,
        length=9,
        seats=tuple(game_result.seats[seat] for seat in order),
        ranks=tuple(game_result.ranks[seat] for seat in order),
        scores=tuple(game_result.scores[seat] for seat in order),
    )
    first, second = rate(game_result, {}), rate(turned, {})
    assert first.keys() == second.keys()
    for key, rating in first.items():
        assert second[key].mu == pytest.approx(rating.mu)
        assert second[key].sigma == pytest.approx(rating.sigma)


def test_several_bots_of_a_strength_are_one_opponent_a_game() -> None:
    bots = [Seat(name, bot="good") for name in ("Margot", "Lucien", "Odette")]
    game_result = Result(
        *("KAFEL", 1, "421", 0, 1),
        seats=(Seat("Anna", "SHA256:a"), *bots),
        ranks=(2, 1, 3, 4),
        scores=(3, 4, 2, 1),
        length=9,
    )
    met = added(game_result).accounts["SHA256:a"].opponents["bot:good"]
    assert (met.games, met.ahead, met.behind) == (1, 0, 1)
