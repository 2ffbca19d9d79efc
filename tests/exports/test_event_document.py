"""An event as a document: exported, imported elsewhere, continued, and changed by other hands."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from tests.conftest import Once, Tourney
from tourney.domain.event_schema import ContentEntrant, ContentFault, EventContent
from tourney.exports.event_document import event_document, read_event

NEW = ("event", "new", "Cup", "--players", "Ken,Mei,Yui", "--game", "diamonds",
       "--rounds", "2", "--sizes", "3-4",
       "--seed", "7", "-q")  # fmt: skip
MADE = (
    NEW,
    ("player", "edit", "Ken", "--alias", "Kenny", "--reading", "けん", "-q"),
    ("event", "pair", "Cup", "--pods", "Ken,Mei,Yui", "-q"),
    ("match", "result", "r1/t1", "Ken=6", "Mei=5", "Yui=4", "-q"),
    ("match", "result", "r1/t1", "Ken=0", "--reason", "misread", "--yes", "-q"),
)


def done(tourney: Tourney, *args: str) -> str:
    result = tourney(*args)
    assert result.code == 0, result.err
    return result.out


@pytest.fixture
def cup(tourney: Tourney, once: Once) -> Tourney:
    """An event with a corrected first round, exported as `e.json`."""

    def exported() -> None:
        for words in MADE:
            done(tourney, *words)
        done(tourney, "export", "event", "Cup", "-o", "e.json")

    once(exported)
    return tourney


def test_an_event_moves_to_another_database_and_goes_on_there(cup: Tourney, tmp_path: Path) -> None:
    new = ("--db", "new.db")
    would = "cup/r1/t1: would be added\nwould import event 'Cup', 1 match: 1 added\n"
    assert done(cup, "import", "--type", "event", "e.json", "--dry-run", *new) == would
    assert not (tmp_path / "new.db").exists()
    assert done(cup, "import", "--type", "event", "e.json", *new) == (
        "imported event 'Cup', 1 match: 1 added\n"
    )
    done(cup, "export", "event", "-o", "again.json", *new)
    first = (tmp_path / "e.json").read_bytes()
    assert (tmp_path / "again.json").read_bytes() == first
    assert done(cup, "standings", "Cup", *new) == done(cup, "standings", "Cup")
    assert done(cup, "match", "log", "1", *new) == done(cup, "match", "log", "1")
    again = done(cup, "import", "--type", "event", "e.json", *new)
    assert again == "event 'Cup' is already stored; nothing changed\n"

    # It goes on elsewhere, and comes back.
    done(cup, "match", "result", "r1/t1", "Ken=7", "--reason", "sheet", "--yes", "-q", *new)
    done(cup, "event", "add-player", "Lea", "-q", *new)
    done(cup, "event", "pair", "--pods", "Ken,Mei,Yui,Lea", "-q", *new)
    done(cup, "match", "result", "r2/t1", "A=3", "B=4", "C=5", "D=6", "-q", *new)
    done(cup, "export", "event", "-o", "later.json", *new)
    refused = cup("import", "--type", "event", "later.json")
    assert refused.code == 6
    assert "'Cup' is already stored with other content" in refused.err
    skipped = done(cup, "import", "--type", "event", "later.json", "--on-duplicate", "skip")
    assert skipped == "event 'Cup' is stored with other content and was left as it is\n"
    done(cup, "export", "event", "-o", "still.json")
    assert (tmp_path / "still.json").read_bytes() == first
    update = ("import", "--type", "event", "later.json", "--on-duplicate", "update")
    assert done(cup, *update) == "imported event 'Cup', 2 matches: 1 added, 1 updated\n"
    done(cup, "export", "event", "-o", "back.json")
    assert (tmp_path / "back.json").read_bytes() == (tmp_path / "later.json").read_bytes()
    older = cup("import", "--type", "event", "e.json", "--on-duplicate", "update")
    assert older.code == 6
    assert "has changed here in another way" in older.err
    done(cup, "db", "integrity")


def test_players_of_an_event_are_known_here_or_asked_about(cup: Tourney) -> None:
    other = ("--db", "club.db")
    done(cup, "player", "add", "Kenny", *other)
    done(cup, "player", "add", "MEI", *other)
    error = cup("import", "--type", "event", "e.json", "--on-similar", "error", *other)
    assert (error.code, error.err) == (
        6,
        "tourney: 'Mei' looks like the known player 'MEI': see --on-similar\n",
    )
    done(cup, "import", "--type", "event", "e.json", "--on-similar", "join", *other)
    people = json.loads(done(cup, "player", "list", "--json", *other))
    assert sorted(one["player"] for one in people) == ["Kenny", "MEI", "Yui"]
    same = done(cup, "import", "--type", "event", "e.json", *other)
    assert same == "event 'Cup' is already stored; nothing changed\n"


def test_a_document_changed_by_hand_is_refused_with_the_place(cup: Tourney, tmp_path: Path) -> None:
    text = (tmp_path / "e.json").read_text("utf-8")
    lines = text.splitlines()
    result = next(n for n, line in enumerate(lines, 1) if '"what": "event result"' in line)
    match = next(n for n, line in enumerate(lines, 1) if '"match: cup' in line)
    player = next(line for line in lines if '"name": "Ken"' in line)
    cases = {
        text.replace('"scores": [6, 5, 4]', '"scores": [9, 5, 4]'): (
            result,
            "log[2]: was changed by hand",
        ),
        text.replace("reason", "reasons"): (match, "matches[0]: was changed by hand"),
        text.replace(player + "\n", ""): (len(lines) - 2, "items were added, removed or moved"),
        text[: len(text) // 2].rsplit("\n", 1)[0]: (..., "ends here and is not complete"),
        text[:-3]: (len(lines) - 1, "ends here and is not complete"),
        text.replace('"version": 1', '"version": 2'): (3, "this program reads version 1"),
        "[1]": (1, "not a document of an event"),
    }
    for broken, (line, words) in cases.items():
        assert broken != text
        (tmp_path / "x.json").write_text(broken, "utf-8")
        refused = cup("import", "--type", "event", "x.json", "--db", "new.db")
        assert refused.code == 3, (words, refused)
        assert words in refused.err
        if line is not ...:
            assert refused.err.startswith(f"tourney: 'x.json:{line}:")
    assert not (tmp_path / "new.db").exists()


def test_a_name_of_a_match_that_is_taken_changes_nothing(cup: Tourney, tmp_path: Path) -> None:
    document = json.loads((tmp_path / "e.json").read_text("utf-8"))
    record = document["matches"][0]["revisions"][0]["text"]
    (tmp_path / "m.tmr").write_text(record.replace("event: Cup\n", ""), "utf-8")
    done(cup, "import", "m.tmr", "--db", "club.db")
    before = done(cup, "player", "list", "--db", "club.db")
    refused = cup("import", "--type", "event", "e.json", "--db", "club.db")
    assert refused.code == 6
    assert "another match is named" in refused.err
    assert done(cup, "player", "list", "--db", "club.db") == before


def test_a_forged_document_contradicts_itself(cup: Tourney, tmp_path: Path) -> None:
    """Its digests fit, but no event can have this content."""
    content = read_event((tmp_path / "e.json").read_bytes(), "e.json").content
    *before, last = content.log
    (match,) = content.matches

    def other_match(faults: tuple[ContentFault, ...] = (), **changes: str) -> EventContent:
        newest = structs.replace(match.newest, **changes)
        revisions = (*match.revisions[:-1], newest)
        other = structs.replace(match, revisions=revisions, faults=faults)
        return replace(content, matches=(other,))

    def other_player(name: str) -> EventContent:
        """The event before its first match, with a player of another name."""
        first = structs.replace(content.players[0], name=name, aliases=())
        log = tuple(row for row in content.log if row.what == "event new")
        return replace(content, players=(first, *content.players[1:]), log=log, matches=())

    forged = structs.replace(last, details={**last.details, "scores": [4, 5, 9]})
    cases = [
        (replace(content, log=(*before, forged)), "of match 'cup/r1/t1' has another result than"),
        (
            replace(content, log=tuple(before[1:])),
            "row 1 of the log: 'event pair' is no change that can stand there",
        ),
        (replace(content, entrants=(ContentEntrant(1, 9),)), "entrants[0]: no such player"),
        (other_match(text=match.newest.text.replace("seat A: Ken", "seat A: Zoe")),
         "log[3].details.entrants[0]: at this seat the record of match 'cup/r1/t1' names 'Zoe'"),
        (other_match(text=match.newest.text.replace("event: Cup", "event: Mug")),
         "matches[0].revisions[1].text: the record belongs to the event 'Mug'"),
        (other_match(status="void"), "matches[0].revisions[1].status: the record has the status"),
        (other_match(faults=(ContentFault(99, "crash", 1, "x"),)),
         "matches[0].faults[0].seat: '99' is above 7"),
        (other_match(faults=(ContentFault(3, "crash", 1, "x"),)),
         "matches[0].faults[0].seat: seat 3 is not in the record, whose last one is 2"),
        (replace(content, matches=()), "log[3].details.match: the document has no match 1"),
        (other_player("Ken [bot 1]"), "players[0].name: 'Ken [bot 1]' cannot be the name"),
        (other_player("K\u202een"), "players[0].name: 'K\\u202een' cannot be the name"),
        (other_player(" Ken"), "players[0]: ' Ken' cannot be the name"),
        (other_player("Mei"), "players[1]: another player before is called 'Mei' as well"),
    ]  # fmt: skip
    for number, (wrong, words) in enumerate(cases):
        (tmp_path / f"{number}.json").write_text("".join(event_document(wrong)), "utf-8")
        refused = cup("import", "--type", "event", f"{number}.json", "--db", "new.db")
        assert (refused.code, refused.out) == (3, "")
        assert words in refused.err


def test_a_row_that_nobody_can_have_written_is_named_and_nothing_is_stored(
    cup: Tourney, tmp_path: Path
) -> None:
    content = read_event((tmp_path / "e.json").read_bytes(), "e.json").content
    new, pair, *results = content.log
    plan = json.loads(json.dumps(new.details["plan"]))
    plan["stages"][0]["games"] = ["chess"]
    leave = structs.replace(pair, what="event drop", details={"entrant": 2})
    cases = [
        ((new, leave, leave, pair, *results),
         "row 3 of the log: 'event drop' is not possible there: Mei has already left the event"),
        ((new, pair, structs.replace(pair, details={**pair.details, "round": 2}), *results),
         "row 3 of the log: 'event pair' is not possible there: round 1 has no result for table 1; "
         "enter it with tourney match result"),
        ((new, structs.replace(pair, details={**pair.details, "seed": 5}), *results),
         "row 2 of the log: drawing round 1 of stage main again gives other values for seed; the "
         "row or the program was changed"),
        ((structs.replace(new, details={**new.details, "plan": plan}),),
         "row 1 of the log: 'event new' is not possible there: unknown game 'chess'"),
    ]  # fmt: skip
    for log, words in cases:
        wrong = replace(content, log=tuple(log))
        (tmp_path / "wrong.json").write_text("".join(event_document(wrong)), "utf-8")
        refused = cup("import", "--type", "event", "wrong.json", "--db", "new.db")
        assert (refused.code, refused.out) == (3, "")
        assert words in refused.err
        assert not (tmp_path / "new.db").exists()


def test_an_event_without_matches_is_moved_as_well(tourney: Tourney, tmp_path: Path) -> None:
    done(tourney, *NEW)
    done(tourney, "export", "event", "Cup", "-o", "e.json")
    told = done(tourney, "import", "--type", "event", "e.json", "--db", "new.db")
    assert told == "imported event 'Cup', which has no matches\n"
    done(tourney, "export", "event", "Cup", "-o", "f.json", "--db", "new.db")
    assert (tmp_path / "f.json").read_bytes() == (tmp_path / "e.json").read_bytes()
    assert done(tourney, "export", "results", "Cup").count("\n") == 1
