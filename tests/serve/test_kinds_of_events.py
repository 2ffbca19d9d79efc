"""Served events of teams, with bots, of several stages, and brackets in which lots decide."""

from collections.abc import Sequence
from pathlib import Path

from tests.app.hosts import ListHost
from tests.app.test_match_result import CLUB
from tests.events.simulated import simple_plan
from tests.serve.phones import Phone
from tests.serve.test_pages import serving
from tourney.app.draw_rounds import draw, protect, wanted_tables
from tourney.app.enter_result import TypedResult, enter_result
from tourney.app.event_session import EventSession, event_session
from tourney.app.event_tables import table_at
from tourney.domain.event_log import EnteredBot, EventChange, Sizes
from tourney.domain.run_spec import BotEntry
from tourney.events import decisions
from tourney.events.event_plan import StagePlan, StageSource
from tourney.store import open_store
from tourney.store.events import add_event


def begun(folder: Path, *stages: StagePlan, count: int = 8, bots: int = 0) -> Path:
    """The database of an event in its first round, which is published."""
    file = folder / "club.db"
    stored = [BotEntry(f"bot{number}", "greedy", "1") for number in range(bots)]

    def first(ids: Sequence[int]) -> EventChange:
        entered = [EnteredBot(number, "greedy", "1") for number in ids[count:]]
        return decisions.new(simple_plan(stages=stages), "7", ids[:count], entered)

    with open_store(str(file), create=True) as store:
        add_event(store, "Club", CLUB[:count], first, stored)
        next_round(event_session(ListHost(store), None))
    return file


def next_round(session: EventSession) -> None:
    draw(session, wanted_tables(session, "auto"))
    protect(session, None, None, undo=False)


def test_partners_stand_together_and_have_one_score(tmp_path: Path) -> None:
    options = {"teams": "on"}
    stage = StagePlan("main", "swiss", ("diamonds",), Sizes((4,), 4), rounds=1, options=options)
    with serving(begun(tmp_path, stage)) as pages:
        phone = Phone(pages)
        path = phone.table(1)
        assert phone.page.count("</bdi> + <bdi>") == 4
        phone.get(path)
        with open_store(str(tmp_path / "club.db")) as store:
            session = event_session(ListHost(store), None)
            seats = session.state.stages[0].rounds[0].tables[0].seats
        assert phone.page.count('name="score') == 2
        scores = {f"score{seats[0]}": "31", f"score{seats[1]}": "9"}
        for who in seats[:2]:
            phone.get(path)
            assert phone.post(path, {"who": str(who), **scores}).status_code == 200
        assert "The result is entered." in phone.page
        with open_store(str(tmp_path / "club.db")) as store:
            session = event_session(ListHost(store), None)
            result = session.state.stages[0].rounds[0].tables[0].result
            assert result is not None
            assert dict(zip(result.entrants, result.scores, strict=True)) == dict(
                zip(seats, (31, 9, 31, 9), strict=True)
            )


def test_nobody_reports_as_a_bot(tmp_path: Path) -> None:
    stage = StagePlan("main", "swiss", ("diams",), Sizes((4,), 4), rounds=1)
    with serving(begun(tmp_path, stage, count=2, bots=2)) as pages:
        phone = Phone(pages)
        path = phone.table(1)
        phone.get(path)
        assert phone.page.count('name="who"') == 2
        assert phone.page.count('name="score') == 4
        scores = {f"score{one}": str(12 - one) for one in range(1, 5)}
        assert phone.post(path, {"who": "3", **scores}).status_code == 422
        assert "is a bot; somebody else at the table reports the result" in phone.page


def test_a_bracket_has_titles_of_its_own_and_one_winner_by_lot(tmp_path: Path) -> None:
    settings = {"ties": "lots"}
    main = StagePlan("groups", "groups", ("diams",), Sizes((2,), 2), settings={"groups": "2"})
    last = StagePlan(
        "finals", "knockout", ("diams",), Sizes((2,), 2), settings=settings,
        sources=(StageSource.from_text("winner of each group of groups"),),
    )  # fmt: skip
    file = begun(tmp_path, main, last, count=4)
    with open_store(str(file)) as store:
        session = event_session(ListHost(store), None)
        for table in ("1", "2"):
            enter_result(table_at(session, "groups", "1", table), TypedResult("11,10"))
        next_round(session)
        enter_result(table_at(session, "finals", "1", "1"), TypedResult("10,10"))
    with serving(file) as pages:
        phone, japanese = Phone(pages), Phone(pages, "ja")
        phone.get("/")
        assert ">Final</a>" in phone.page
        assert "Table final" not in phone.page
        assert phone.page.count('<li class="first">') == 1
        assert "Finals: Standings after 1 round" in phone.page
        assert "points" not in phone.page.lower()
        assert ">決勝</a>" in japanese.get("/").text
        assert "決勝ラウンド" in japanese.page
