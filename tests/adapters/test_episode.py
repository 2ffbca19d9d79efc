"""A match whose moves and deals are spelled item by item equals the match on the engine."""

import copy
import pickle
from random import Random

import pytest

from engines.api import CHANCE
from engines.diams.cards import END
from engines.games import GAMES
from tests.adapters.settings import SEVERAL, all_cases, go_on, set_up, several_cases, wander
from tests.engines.contract.playing import CASES, Case, positions
from tests.examples import times
from tourney.adapters.episode import CODINGS, Episode, utilities
from tourney.contracts.twin_worlds import World, pairs


def spells(case: Case) -> None:
    of = set_up(case)
    for number, at in enumerate(positions(case, 1)):
        seat = at.state.pending()[0] if at.state.pending() else CHANCE
        if seat == CHANCE or number % 4:
            continue
        moves = list(at.state.legal_moves(seat))
        spelled = of.coding.spell(seat, case.seats, moves)
        assert len(set(spelled)) == len(moves)
        assert all(0 <= action < of.coding.actions for each in spelled for action in each)
        assert max(map(len, spelled)) <= of.coding.steps
        shorter = {each[:end] for each in spelled for end in range(len(each))}
        assert not shorter & set(spelled)


@several_cases
def test_every_legal_move_is_spelled_in_one_way_and_no_other_is(case: Case) -> None:
    spells(case)


@pytest.mark.full
@all_cases
def test_every_legal_move_of_every_setting_is_spelled(case: Case) -> None:
    spells(case)


@pytest.mark.parametrize("name", [name for name in GAMES if name in CODINGS])
def test_a_game_to_be_learnt_has_the_same_number_for_the_same_move_everywhere(name: str) -> None:
    coding = CODINGS[name]
    meant: dict[object, object] = {}
    for case in (case for case in CASES if case.game.name == name):
        for at in positions(case, 2):
            for seat in at.state.pending():
                moves = list(at.state.legal_moves(seat))
                for move, spelling in zip(
                    moves, coding.spell(seat, case.seats, moves), strict=True
                ):
                    assert meant.setdefault((case.seats, seat, move), spelling) == spelling
    assert len(meant) > 40


@several_cases
def test_there_is_always_something_to_choose_unless_one_move_alone_is_legal(case: Case) -> None:
    for episode, _ in wander(case, 3):
        seat = episode.seat()
        if seat is not None:
            alone = len(episode.state.legal_moves(seat)) == 1
            assert (len(episode.branches()) == 1) == alone


@several_cases
def test_actions_in_words_are_different_and_lead_to_the_move_they_name(case: Case) -> None:
    for episode, action in wander(case, 4):
        if episode.seat() is None:
            continue
        texts = [episode.action_text(each) for each in list(episode.branches())[:50]]
        assert len(set(texts)) == len(texts)
        text = episode.action_text(action)
        if not text.endswith("…"):
            twin = episode.clone()
            seat = twin.seat()
            twin.act(action)
            assert f"\n> {text}" in twin.history(seat)


@several_cases
def test_the_dealers_odds_add_up(case: Case) -> None:
    for episode, _ in wander(case, 5):
        if episode.dealer():
            odds = episode.outcomes()
            assert sum(chance for _, chance in odds) == pytest.approx(1)
            assert len({item for item, _ in odds}) == len(odds) > 1
            assert all(0 <= item < episode.setup.coding.items for item, _ in odds)


@pytest.mark.parametrize("seats", GAMES["diams"].seats)
@pytest.mark.parametrize("closing", ["standard", "fixed"])
def test_di_r4_every_place_of_the_closing_card_is_as_likely_as_another(
    seats: int, closing: str
) -> None:
    case = Case(GAMES["diams"], (("closing", closing),), seats)
    episode = Episode(set_up(case))
    episode.shuffle(Random(1))
    left = 1.0
    found = []
    while episode.dealer():
        odds = dict(episode.outcomes())
        found.append(left * odds.get(END, 0.0))
        left -= found[-1]
        episode.deal(next(item for item in odds if item != END or len(odds) == 1))
    window = 1 if closing == "fixed" else 15 if seats <= 3 else 5
    found += [left] if left > 1e-9 else []
    assert [place for place in found if place] == pytest.approx([1 / window] * window)


@several_cases
def test_copies_and_pickles_go_their_own_way(case: Case) -> None:
    for number, (episode, action) in enumerate(wander(case, 6)):
        if number % 9 or action is None:
            continue
        before = episode.text()
        copies = [episode.clone(), copy.deepcopy(episode), pickle.loads(pickle.dumps(episode))]
        for each in copies:
            go_on(each, action)
        assert len({each.text() for each in copies}) == 1
        assert len({each.history(0) for each in copies}) == 1
        assert episode.text() == before


@several_cases
def test_what_a_seat_was_told_it_goes_on_knowing(case: Case) -> None:
    before = [""] * case.seats
    for episode, _ in wander(case, 7):
        now = [episode.history(seat) for seat in range(case.seats)]
        assert all(new.startswith(old) for new, old in zip(now, before, strict=True))
        before = now


@several_cases
def test_pieces_keep_their_length_and_numbers_stay_between_nothing_and_all(case: Case) -> None:
    shapes = set()
    for episode, _ in wander(case, times(8, 3)):
        for seat in range(case.seats):
            pieces = episode.features(seat)
            shapes.add(tuple((name, len(row)) for name, row in pieces))
            assert all(0 <= number <= 1 + 1e-9 for _, row in pieces for number in row)
    assert len(shapes) == 1


def looks(case: Case, world: World, seat: int) -> tuple[object, ...]:
    """Everything that a learner receives at this point of a match."""
    episode = Episode(set_up(case))
    episode.state = world.state
    episode.past = list(world.log)
    episode._go_on()
    actions = list(episode.branches()) if episode.seat() == seat else []
    texts = episode.information(seat), episode.private(seat), episode.public()
    return *texts, episode.features(seat), actions


def blind(case: Case, tries: int) -> None:
    for who, one, two in pairs(case, range(2), tries):
        if who is not None:
            assert looks(case, one, who) == looks(case, two, who)


@several_cases
def test_a_learner_is_told_nothing_that_its_seat_may_not_know(case: Case) -> None:
    blind(case, times(60, 25))


@pytest.mark.full
@all_cases
def test_a_learner_is_blind_in_every_setting(case: Case) -> None:
    blind(case, 200)


def test_what_others_have_chosen_unseen_cannot_be_seen() -> None:
    """Seats that decide later cannot tell apart two matches that differ in a sealed answer."""
    found = 0
    for case in SEVERAL:
        for episode, _ in wander(case, 9):
            pending = episode.state.pending()
            if len(pending) < 2:
                continue
            views = set()
            for action in list(episode.branches())[:6]:
                twin = episode.clone()
                while twin.seat() == pending[0]:
                    chosen = action if action in twin.branches() else min(twin.branches())
                    twin.act(chosen)
                views.add((twin.information(pending[1]), str(twin.features(pending[1]))))
            assert len(views) == 1
            found += 1
    assert found or {"diamonds", "blue-border"}.isdisjoint(GAMES)


@pytest.mark.parametrize(
    ("places", "worth"),
    [
        ((1, 2), [1, -1]),
        ((1, 1), [0, 0]),
        ((1, 1, 3), [1, 1, -2]),
        ((2, 1, 2, 4), [0, 3, 0, -3]),
        ((1, 3, 1, 3), [2, -2, 2, -2]),
        ((3, 1, 5, 2, 4), [0, 4, -4, 2, -2]),
    ],
)
def test_utilities_are_seats_beaten_minus_seats_that_beat(
    places: tuple[int, ...], worth: list[int]
) -> None:
    assert utilities(places) == worth
