"""Corrections of a match, asked for without a command line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.hosts import ListHost
from tourney.app.correct_match import CorrectionSession
from tourney.app.enter_result import TypedResult, stored_result
from tourney.desk import TableSetup
from tourney.domain.errors import Conflict, DataFault, TourneyError
from tourney.events.decisions import check_results
from tourney.store import Database, open_store
from tourney.store.imports import add_match
from tourney.store.matches import match_named

TABLE = TableSetup("club/1", "diams", ("Aiko", "Ben"), headers=(("source", "table"),))


@pytest.fixture
def one_match(tmp_path: Path) -> Iterator[Database]:
    with open_store(str(tmp_path / "club.db"), create=True) as store:
        # DI-R15: 4 and 3 chips a round.
        match = stored_result(ListHost(store), TABLE, (11, 10), (1, 2))
        add_match(store, match, check=check_results)
        yield store


class Correcting:
    """A session and its host, which has its announcements."""

    def __init__(self, store: Database, *, yes: bool | None = True, dry_run: bool = False) -> None:
        self.host = ListHost(store, yes=yes)
        self.session = CorrectionSession(self.host, store, "typed", dry_run)


def test_a_corrected_result_is_a_new_revision(one_match: Database) -> None:
    correcting = Correcting(one_match)
    correcting.session.result("club/1", TypedResult("A 10, B 11"))
    match = match_named(one_match, "club/1")
    assert (match.scores, match.places, match.revision) == ((10, 11), (2, 1), 2)
    assert "11 -> 10" in correcting.host.written.splitlines()[0]
    assert len(correcting.host.asked) == 1
    assert correcting.host.said[-1] == "undo: match restore --revision 1 club/1"


def test_nothing_is_stored_where_the_answer_is_no(one_match: Database) -> None:
    with pytest.raises(TourneyError):
        Correcting(one_match, yes=False).session.void("club/1")
    assert match_named(one_match, "club/1").status == "complete"


def test_a_dry_run_announces_and_asks_nothing(one_match: Database) -> None:
    correcting = Correcting(one_match, dry_run=True)
    correcting.session.void("club/1")
    assert "complete -> void" in correcting.host.written
    assert correcting.host.asked == []
    assert match_named(one_match, "club/1").status == "complete"


def test_a_void_match_comes_back_with_an_earlier_revision(one_match: Database) -> None:
    Correcting(one_match).session.void("club/1")
    assert match_named(one_match, "club/1").status == "void"
    with pytest.raises(Conflict, match="void"):
        Correcting(one_match).session.result("club/1", TypedResult("1,2"))
    Correcting(one_match).session.restore("club/1", 1)
    assert match_named(one_match, "club/1").status == "complete"


def test_a_text_that_the_rules_do_not_allow_names_its_problems(one_match: Database) -> None:
    old = match_named(one_match, "club/1")
    assert old.text is not None
    correcting = Correcting(one_match)
    with pytest.raises(DataFault):
        correcting.session.passing(
            old.text.replace("rank: A > B", "rank: B > A").encode(), "new.tmr", old
        )
    (told,) = correcting.host.said
    assert "error[K-rank]" in told.splitlines()[0]
    assert told.startswith("new.tmr:")
    with pytest.raises(Conflict, match="club/2"):
        correcting.session.passing(old.text.replace("club/1", "club/2").encode(), "new.tmr", old)
