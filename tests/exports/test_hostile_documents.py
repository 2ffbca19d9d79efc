"""Hostile documents of events: each is refused with its place, or does no harm."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.exports.hostile_documents import BOT, MADE, Hostile, all_hostile, files, sealed, text_of
from tourney.exports.event_document import event_document, read_event

USUAL = (
    "log.0.details.plan.bye = number as text",
    "log.0.details.plan.stages.0.rounds = 10**12",
    "log.0.details.plan.missed = Infinity",
    "log.0.details.plan.stages.0.format = text",
    "players.0.name = NUL",
    "players.0.name = ESC",
    "players.0.name = long",
    "players.0.aliases.0 = surrogate",
    "entrants.0.number = -5",
    "entrants twice",
    "matches.0.faults.0.seat = 2**70",
    "log.1.details.seed = 5000 digits",
    "log.8.details.entrants.0 = 10**12",
    "log.0.details.seed = deep list",
    "document key twice",
    "utf-16",
)
"""Those that are tried outside of `make full`."""
STEP = 7
"""With `full`, every so-manieth of all documents is tried, and every file that is none."""
COMMANDS = (
    ("event", "show"),
    ("standings", "Cup"),
    ("report", "site", "-o", "site"),
    ("export", "ics"),
    ("event", "dates"),
    ("event", "replay"),
    ("db", "integrity"),
)
KEPT: dict[str, bytes] = {}


@pytest.fixture
def document(tourney: Tourney, tmp_path: Path) -> str:
    """An honest document, which is made once."""
    if not KEPT:
        (tmp_path / "bot.py").write_text(BOT, "utf-8")
        for words in MADE:
            result = tourney(*words.split())
            assert result.code in (0, 4), (words, result)
        KEPT["honest"] = (tmp_path / "honest.json").read_bytes()
    return KEPT["honest"].decode()


def require_harmless(tourney: Tourney, one: Hostile, number: int) -> bool:
    """Whether a document is refused: in one line with its place, and no database is made.

    With what is accepted, every command works.
    """
    Path("x.json").write_bytes(one.data)
    database = ("--db", f"{number}.db")
    result = tourney("import", "--type", "event", "x.json", *database)
    if result.code == 0:
        for words in COMMANDS:
            site = (f"site{number}",) if "site" in words else ()
            later = tourney(*words[: -len(site) or None], *site, *database)
            assert later.code == 0, (one.name, words, later)
        return False
    assert (result.code, result.out) == (3, ""), (one.name, result)
    assert result.err.startswith("tourney: 'x.json"), one.name
    assert result.err.count("\n") == 1, one.name
    assert len(result.err) < 700, one.name
    assert result.err.rstrip("\n").isprintable(), one.name
    assert not Path(f"{number}.db").exists(), one.name
    return True


def test_a_document_sealed_by_others_is_read_as_one_of_this_program(document: str) -> None:
    given = json.loads(document)
    assert sealed(json.loads(document)) == given
    content = read_event(text_of(given).encode(), "x.json").content
    assert "".join(event_document(content)) == document


def test_some_hostile_documents_are_refused_with_their_place(
    tourney: Tourney, document: str
) -> None:
    found = {one.name: one for one in all_hostile(json.loads(document)) if one.name in USUAL}
    assert set(found) == set(USUAL)
    for number, one in enumerate(found.values()):
        assert require_harmless(tourney, one, number), one.name


def _many(document: str) -> Iterator[Hostile]:
    given = json.loads(document)
    yield from islice(all_hostile(given), 0, None, STEP)
    yield from files(given)


@pytest.mark.full
def test_no_hostile_document_does_harm(tourney: Tourney, document: str) -> None:
    refused = [require_harmless(tourney, one, number) for number, one in enumerate(_many(document))]
    assert sum(refused) > 100
    assert sum(refused) > 0.8 * len(refused)


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ({"rounds": 10**12}, "log[0].details.plan.stages[0].rounds: '1000000000000' is above 1000"),
        ({"games": []}, "log[0].details.plan.stages[0].games: the list has 0 items, expected ≥ 1"),
        ({"name": "a\x1bb"}, "log[0].details.plan.stages[0].name: 'a\\x1bb' does not have"),
        ({"more": 1}, "log[0].details.plan.stages[0]: unknown key 'more'"),
    ],
)
def test_the_place_is_a_line_a_column_and_a_path(
    tourney: Tourney, document: str, words: dict[str, object], place: str
) -> None:
    given = json.loads(document)
    given["log"][0]["details"]["plan"]["stages"][0] |= words
    text = text_of(sealed(given))
    Path("x.json").write_text(text, "utf-8")
    refused = tourney("import", "--type", "event", "x.json", "--db", "new.db")
    assert refused.code == 3
    where, _, fault = refused.err.removeprefix("tourney: ").partition("': ")
    assert fault.startswith(place), refused.err
    _, line, column = where.split(":")
    written = next(iter(words.values())) if "more" not in words else given["log"][0]["details"]
    rest = "\n".join(text.split("\n")[int(line) - 1 :])[int(column) - 1 :]
    assert rest.startswith(json.dumps(written) if "more" not in words else "{")
