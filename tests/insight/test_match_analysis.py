"""A stored analysis says what the one that was stored said."""

from random import Random

import pytest

from engines.games import GAMES
from tests.bots.positions import played_out
from tourney.bots import BOTS
from tourney.insight.account import Judge, account
from tourney.insight.match_analysis import MatchAnalysis, packed, unpacked


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_analysis_is_the_analysis(name: str) -> None:
    game = GAMES[name]
    options = game.options({"length": "quick"} if name == "diams" else {}, 2)
    moves = played_out(game, options, 2, Random(1), BOTS["random"]())
    book = account(game, options, 2, moves, Judge(4, fair=False), Random(1))
    kept = MatchAnalysis("judge", name, book, moves[-1].ply, len(moves))
    content = packed(kept)
    again = unpacked("judge", content)
    assert any("?" in one.mark for one in book.decisions), "a player at random errs"
    assert any(one.line for one in again.account.decisions)
    assert any(one.facts for one in again.account.decisions)
    for line in ("start", "deal", "draws", "errors", "gifts", "unexplained", "result"):
        assert getattr(again.account, line) == getattr(book, line)
    assert len(again.account.river) == len(book.river)
    assert again.account.river[-1][1] == pytest.approx(book.result, abs=1e-5)
    for one, stored in zip(book.decisions, again.account.decisions, strict=True):
        assert stored[:4] == one[:4]
        assert (stored.line, stored.counted) == (one.line, one.counted)
        assert (stored.mark, stored.only) == (one.mark, one.only)
        assert [text for text, _ in stored.tried] == [text for text, _ in one.tried]
        said = [fact.message() for fact in one.facts]
        assert [fact.message() for fact in stored.facts] == said
        assert stored.loss == pytest.approx(one.loss, abs=1e-5)
    for chance, stored_chance in zip(book.chances, again.account.chances, strict=True):
        assert stored_chance[:3] == chance[:3]
    assert packed(again) == content
    assert len(content) < 1000 + 60 * len(moves)
