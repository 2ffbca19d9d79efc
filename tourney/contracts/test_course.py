"""A match of any game ends within its bound and names at every point the seats to decide."""

from itertools import product
from random import Random

from engines.api import CHANCE, State
from engines.games import GAMES
from tourney.contracts.playing import (
    CHOOSERS,
    Case,
    cases_of,
    every_case,
    every_name,
    played,
    positions,
    times,
)
from tourney.contracts.secrets import secrets_of


@every_case
def test_a_match_ends_within_its_bound(case: Case) -> None:
    bound = case.game.max_plies(case.game.options(case.given, case.seats), case.seats)
    for seed, choose in product(range(2), CHOOSERS[: times(len(CHOOSERS), 2)]):
        end = played(case, seed, choose)
        assert 0 < len(end.log) <= bound
        assert end.state.pending() == ()


@every_case
def test_there_is_an_outcome_exactly_when_nobody_owes_a_decision(case: Case) -> None:
    for at in positions(case, 1):
        assert (at.state.outcome() is None) == bool(at.state.pending())
    outcome = at.state.outcome()
    assert outcome is not None
    assert len(outcome.scores) == len(outcome.places) == case.seats
    sides = case.game.sides(case.game.options(case.given, case.seats), case.seats)
    held = set(zip(sides, outcome.places, strict=True))
    assert len(held) == len(set(sides))
    for _, place in held:  # 1, 1, 3: a shared place takes as many places as sides share it
        assert place == 1 + sum(other < place for _, other in held)


@every_case
def test_a_game_has_all_that_the_contract_asks_for(case: Case) -> None:
    table = case.game.tracker(case.game.options(case.given, case.seats), case.seats)
    for thing in (case.game, case.start(), *([table] if table else [])):
        kind = type(thing)
        wanting = [k for k in dir(kind) if getattr(getattr(kind, k), "__isabstractmethod__", False)]
        assert wanting == []


@every_name
def test_every_option_is_tried_at_every_number_of_seats_that_can_have_it(name: str) -> None:
    game = GAMES[name]
    tried = cases_of(name)
    assert {key for case in tried for key in case.given} == set(game.option_help)
    assert {case.seats for case in tried if case.setting == tried[0].setting} == set(game.seats)
    settings = {tuple(setting.items()) for setting in game.variants}
    assert {case.setting for case in tried} == settings


@every_case
def test_no_game_takes_the_position_of_another_for_its_own(case: Case) -> None:
    own = type(case.start())
    for other in cases_of(*GAMES):
        state = other.start()
        assert isinstance(state, State)
        assert isinstance(state, own) == (type(state) is own)


@every_case
def test_who_owes_a_decision_is_named_once_in_a_phase_with_words(case: Case) -> None:
    for at in positions(case, 2):
        pending = at.state.pending()
        assert len(set(pending)) == len(pending)
        assert pending == (CHANCE,) or all(0 <= seat < case.seats for seat in pending)
        assert not pending or at.state.phase() in case.game.phases


@every_case
def test_legal_moves_are_canonical(case: Case) -> None:
    for at in positions(case, 3):
        for seat in range(case.seats):
            moves = list(at.state.legal_moves(seat))
            assert bool(moves) == (seat in at.state.pending())
            assert moves == sorted(set(moves))
            assert moves == list(at.state.legal_moves(seat))
            assert moves == list(at.state.clone().legal_moves(seat))
        assert not at.state.legal_moves(CHANCE)


@every_case
def test_every_listed_move_is_legal_and_can_be_made(case: Case) -> None:
    for at in positions(case, 4):
        for seat in at.state.pending():
            moves = at.state.legal_moves(seat)
            for move in moves[:: 1 + len(moves) // 25]:
                assert at.state.is_legal(seat, move)
                at.state.clone().apply(seat, move)


@every_case
def test_nothing_depends_on_whether_a_log_is_kept(case: Case) -> None:
    end = played(case, 5)
    state = case.start()
    for seat, move in end.moves:
        state.apply(seat, move)
    assert state.key() == end.state.key()
    assert state.outcome() == end.state.outcome()


@every_case
def test_the_default_move_is_legal_and_fixed(case: Case) -> None:
    for at in positions(case, 6):
        for seat in at.state.pending():
            if seat != CHANCE:
                move = at.state.default_move(seat)
                assert at.state.is_legal(seat, move)
                assert move == at.state.clone().default_move(seat)


@every_case
def test_an_absent_table_comes_to_an_end(case: Case) -> None:
    *_, end = positions(case, 7, lambda game, state, seat, rng: state.default_move(seat))
    assert end.state.outcome() is not None


@every_case
def test_no_card_is_lost_or_made(case: Case) -> None:
    count = secrets_of(case.game.name).all_there
    for choose in CHOOSERS:
        for at in positions(case, 8, choose):
            count(at.state)


@every_case
def test_the_dealers_move_is_an_order_of_the_pool(case: Case) -> None:
    for at in positions(case, 9):
        if at.state.pending() == (CHANCE,):
            pool = at.state.pool()
            assert list(pool) == sorted(pool)
            for seed in range(20):
                order = case.game.shuffle(at.state, Random(seed))
                assert sorted(order) == list(pool)
                assert at.state.is_legal(CHANCE, order)
            assert not at.state.is_legal(CHANCE, order[1:])
            assert not at.state.is_legal(CHANCE, (order[1], *order[1:]))


@every_case
def test_the_same_luck_and_label_deal_the_same_cards(case: Case) -> None:
    """The same label and random generator give the same order, whatever was played before."""
    deals: dict[str, tuple[int, ...]] = {}
    for seed, choose in enumerate(CHOOSERS):
        for at in positions(case, seed, choose):
            if at.state.pending() == (CHANCE,):
                label = at.state.chance()
                order = case.game.shuffle(at.state, Random(label))
                before = deals.setdefault(label, order)
                both = {*before} & {*order}  # fewer cards may be dealt: others are on the table
                assert [i for i in before if i in both] == [i for i in order if i in both]
    assert deals
