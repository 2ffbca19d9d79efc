"""An event that only headers of records name has a state as one with a plan."""

from pathlib import Path

from tests.conftest import Tourney
from tourney.events.draws import RULES
from tourney.events.event_records import ReadEvent
from tourney.events.event_state import RECORDED
from tourney.store import open_store

RECORDS = (
    ("round: 3", "Aiko Ben", "9 5"),
    ("round: 1\ntable: 10", "Aiko Chie", "4 8"),
    ("round: 1\ntable: B", "Dan Chie", "7 7"),
    ("round: 1\ntable: 9", "Ben Dan", "8 6"),
    ("round: Final", "Chie Aiko", "10 2"),
)


def record(number: int, place: str, players: str, scores: str) -> str:
    a, b = map(int, scores.split())
    seats = "".join(
        f"seat {seat}: {name}\n" for seat, name in zip("AB", players.split(), strict=True)
    )
    rank = "A = B" if a == b else "A > B" if a > b else "B > A"
    return (
        f"match: may/{number}\ngame: diamonds\nevent: May\n{place}\n{seats}\n"
        f"result: A {a}, B {b}\nrank: {rank}\nstatus: complete\n\n"
    )


def test_rounds_tables_and_standings_follow_from_the_records(
    tourney: Tourney, tmp_path: Path
) -> None:
    """Scaled points are 4 for a win and 2 for a draw.

    Without match 5, which is void: Chie has 6 of two matches (3 a match), Aiko and Ben 4 of two
    (2 a match), Dan 2 of two. Ben beat Dan, Aiko beat Ben: Aiko is ahead by direct comparison.
    """
    text = "".join(record(number, *one) for number, one in enumerate(RECORDS, start=1))
    (tmp_path / "may.tmr").write_text(text)
    assert tourney("import", "may.tmr", "-q").code == 0
    assert tourney("match", "void", "may/5", "--reason", "a joke", "-y", "-q").code == 0
    with open_store(str(tmp_path / "tourney.db")) as store:
        read = ReadEvent(store, "May", None)
        name = {match.id: match.name for match in read.matches}
        (stage,) = read.state.stages
        assert (read.state.phase, read.state.missing()) == (RECORDED, [])
        assert [round_.number for round_ in stage.rounds] == [1, 3, 0]  # the last has no number
        tables = [[name[table.match or 0] for table in round_.tables] for round_ in stage.rounds]
        assert tables == [["may/4", "may/2", "may/3"], ["may/1"], ["may/5"]]
        rows = RULES.standings(read.state, stage)
        assert [(row.place, read.names[row.entrant], row.points, row.matches) for row in rows] == [
            (1, "Chie", 6, 2),
            (2, "Aiko", 4, 2),
            (3, "Ben", 4, 2),
            (4, "Dan", 2, 2),
        ]
