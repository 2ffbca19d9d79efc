"""What people read about actions and moves: sentences in both languages, headings in lists."""

import re

from engines.api import CHANCE, Game, View
from engines.messages import LANGUAGES
from tourney.contracts.playing import Case, every_case, played, positions


@every_case
def test_every_action_has_a_sentence_that_tells_no_more_than_its_text(case: Case) -> None:
    log = played(case, 5).log
    for who in case.everybody():
        for ply in log:
            text = case.game.text(ply, who)
            told = case.game.narrate(ply.seat, text)
            assert told.code != "engines.entry" or type(case.game).narrate is Game.narrate
            for lang in LANGUAGES:
                numbers = re.findall(r"\d+", told.text(lang))
                counts = {str(len(text.split()) - 1), str(text.count("?"))}
                assert set(numbers) <= set(re.findall(r"\d+", text)) | counts


@every_case
def test_a_list_of_moves_has_no_two_alike(case: Case) -> None:
    """Headings and label are parts of the text of the move."""
    for at in positions(case, 6):
        for seat in at.state.pending():
            moves = at.state.legal_moves(seat)
            paths = [case.game.path(move) for move in moves]
            assert len(set(paths)) == len(moves)
            for path, move in zip(paths, moves, strict=True):
                text = case.game.move_text(move).replace(" ", "")
                assert all(part.replace(" ", "") in text for part in path)


@every_case
def test_what_changed_between_two_decisions_is_told_from_the_views_alone(case: Case) -> None:
    seen = dict[int, View]()
    for at in positions(case, 7):
        for seat in (seat for seat in at.state.pending() if seat != CHANCE):
            view = at.state.view(seat)
            for message in case.game.changes(seen.get(seat, view), view):
                assert all(message.text(lang) for lang in LANGUAGES)
            assert case.game.changes(view, view) == ()
            seen[seat] = view
