"""The quick check of records: what it calls clean, the full check does, too.

Matches of every game get every kind of slip. The quick check may only say that a match is exactly
what the engine writes; then the report must be that of the full check, in every form.
"""

import string
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from random import Random

import pytest

from engines.games import GAMES
from tests.examples import times, tries_all
from tests.records.strategies import NAMED, played
from tourney.domain.match_values import Fault, StoredMatch
from tourney.records import read, record
from tourney.records.check_report import CheckLine, CheckRequest, SourceCheck, check_source
from tourney.records.clean_match import clean_report, clean_reports

FORMS = [
    CheckRequest(json, style, 20, strict, (), lang)
    for json, style, strict, lang in (
        (False, "full", False, "en"),
        (False, "short", True, "ja"),
        (True, "full", False, "en"),
        (True, "full", True, "ja"),
    )
]
SIGNS = string.digits + string.ascii_letters + ' *+-=@,;:/?^~!#>"\n\t\0é７'


def reports_alike(match: StoredMatch, forms: Sequence[CheckRequest] = FORMS) -> bool:
    """Whether reports of a match are the same as those of the full check of its record."""
    return all(
        list(check_source(match.name, match, form)) == in_full(record(match), match.name, form)
        for form in forms
    )


def drawn(rng: Random) -> Sequence[CheckRequest]:
    """The forms in which a slip is reported: one by lot, in `make full` all."""
    return FORMS if tries_all() else [rng.choice(FORMS)]


def in_full(text: str, name: str, form: CheckRequest) -> list[CheckLine]:
    """The report of the full check of a text."""
    return list(SourceCheck(name, read(text), form).lines())


def retold(match: StoredMatch, at: int, text: str) -> StoredMatch:
    """The match with another text of an entry."""
    entries = [*match.entries]
    entries[at] = entries[at][0], text
    return replace(match, entries=entries)


def slips_of_texts(match: StoredMatch, rng: Random, every: int) -> Iterator[StoredMatch]:
    """Slips of one character, at places of the texts chosen by lot: one in `every`."""
    for at, (_, text) in enumerate(match.entries):
        for place in range(len(text) + 1):
            if rng.randrange(every):
                continue
            sign = rng.choice(SIGNS)
            other = rng.choice(match.entries)[1]
            yield retold(match, at, text[:place] + sign + text[place + 1 :])
            yield retold(match, at, text[:place] + sign + text[place:])
            yield retold(match, at, text[:place] + text[place + 1 :])
            yield retold(
                match, at, text[:place] + text[place : place + 1].swapcase() + text[place + 1 :]
            )
            yield retold(match, at, other)


NAMES = ("club/7", "第3回/1", "Ａ１", "x\u0301", "ﾀﾞﾝ", "é", "x")


@pytest.mark.parametrize("name", NAMED)
def test_matches_of_any_name_and_deal_are_clean(name: str) -> None:
    # In `make test` a third of the names with each game.
    third = slice(NAMED.index(name) % times(1, 3), None, times(1, 3))
    for seed, called in [*enumerate(NAMES)][third]:
        deal = f"seed {called} deal {seed} rotation 0"
        match = replace(played(seed, 1.0, name), name=called, headers=(("deal", deal),))
        assert clean_report(match) is not None
        assert reports_alike(match)
        text = f"# from {called}\n{record(match)}"
        assert None not in clean_reports(text)
        for form in FORMS:
            assert list(check_source(called, text, form)) == in_full(text, called, form)


def slips_of_entries(match: StoredMatch, rng: Random, count: int) -> Iterator[StoredMatch]:
    """Entries that are missing, doubled, exchanged, of another seat, or beside the match."""
    entries = match.entries
    places = [0, 1, len(entries) - 2, len(entries) - 1]
    for at in [*places, *(rng.randrange(len(entries)) for _ in range(count))]:
        seat, text = entries[at]
        other = rng.randrange(len(entries))
        swapped = [*entries]
        swapped[at], swapped[other] = swapped[other], swapped[at]
        yield replace(match, entries=entries[:at] + entries[at + 1 :])
        yield replace(match, entries=entries[:at] + entries[at:][:1] + entries[at:])
        yield replace(match, entries=entries[:at])
        yield replace(match, entries=swapped)
        for who in range(-2, len(match.players) + 1):
            if who != seat and -1 <= who < 8:
                yield replace(match, entries=[*entries[:at], (who, text), *entries[at + 1 :]])
    for line in ('note "late"', "gap", "forfeit A left", "check points A1", "round 1 first A"):
        yield replace(match, entries=[*entries, (-1, line)])
    yield replace(match, entries=[])
    yield replace(match, entries=entries + entries)


def slips_around(match: StoredMatch) -> Iterator[StoredMatch]:
    """Slips in the result, the headers, the players and the status."""
    scores, places = list(match.scores), list(match.places)
    for seat, (score, place) in enumerate(zip(scores, places, strict=True)):
        for wrong in ((score or 0) + 1, (score or 0) - 1, None):
            yield replace(match, scores=(*scores[:seat], wrong, *scores[seat + 1 :]))
        for wrong in ((place or 0) % len(places) + 1, 0, None):
            yield replace(match, places=(*places[:seat], wrong, *places[seat + 1 :]))
    nobody = (None,) * len(scores)
    yield replace(match, scores=nobody)
    yield replace(match, places=nobody)
    yield replace(match, scores=nobody, places=nobody)
    yield replace(match, scores=match.scores[:-1])
    for status in ("", "forfeit", "abandoned", "unfinished", "adjudicated", "void", "Complete"):
        yield replace(match, status=status)
    yield replace(match, faults=(Fault(0, "crash", 1, "gone"),))
    yield replace(match, faults=(Fault(0, "crash", 1, "gone"),), status="forfeit")
    for name in ("", "two words", "x" * 300, "x\nnote: y", "é", "#1", "match:", "ａ", "x\u0301"):
        yield replace(match, name=name)
        yield replace(match, players=(name, *match.players[1:]))
        yield replace(match, headers=(("event", name), *match.headers[1:]))
        yield replace(match, headers=(*match.headers[:-1], ("deal", name)))
        yield replace(match, headers=(*match.headers, ("date", name)))
        yield replace(match, versions=(name, *match.versions[1:]))
    yield replace(match, players=match.players[:-1], versions=match.versions[:-1])
    yield replace(match, headers=())
    yield replace(match, headers=(*match.headers, ("nonsense", "1")))
    yield replace(match, headers=(*match.headers, ("deal", "seed 1")))
    yield replace(match, rules=match.rules + 1)
    for options in ((("nonsense", "1"),), (("rounds", "99"),), (("length", "quick"),), ()):
        yield replace(match, options=options)
    for game in GAMES:
        yield replace(match, game=game)


@pytest.mark.parametrize("name", NAMED)
def test_what_is_called_clean_is_clean_by_the_full_check(name: str) -> None:
    rng = Random(name)
    clean = 0
    for seed in range(times(24, 1)):
        match = played(seed, 1.0, name)
        every = 1 + len(match.entries) // times(8, 2)
        slips = chain(
            slips_of_texts(match, rng, every),
            slips_of_entries(match, rng, times(12, 2)),
            slips_around(match),
        )
        for slip in [*slips][:: times(1, 2)]:
            if clean_report(slip) is not None:
                clean += 1
                assert reports_alike(slip, drawn(rng)), slip
    assert clean  # a bot that was forgiven, another event


@pytest.mark.parametrize("name", NAMED)
def test_matches_as_the_engine_plays_them_are_clean(name: str) -> None:
    for seed in range(times(60, 5)):
        match = played(seed, 1.0, name)
        assert clean_report(match) is not None
        assert reports_alike(match)


@pytest.mark.parametrize("name", NAMED)
def test_slips_are_reported_as_those_of_the_record(name: str) -> None:
    rng = Random(f"reports {name}")
    match = played(1, 1.0, name)
    for slip in [*slips_of_entries(match, rng, times(20, 1))][:: times(1, 3)]:
        if min((seat for seat, _ in slip.entries), default=0) >= -1:
            assert reports_alike(slip, drawn(rng)), slip


@pytest.mark.parametrize("name", NAMED)
def test_matches_that_end_early_are_left_to_the_full_check(name: str) -> None:
    for seed in range(times(20, 2)):
        match = replace(played(seed, 0.7, name), status="complete")
        assert clean_report(match) is None


def file_of(name: str, seeds: range) -> str:
    """A file with matches of a game as `export` writes it."""
    return "\n".join(record(played(seed, 1.0, name)) for seed in seeds)


def slips_of_files(text: str, rng: Random, count: int) -> Iterator[str]:
    """Slips of one character or line at places chosen by lot, and what people do to files."""
    lines = text.split("\n")
    for _ in range(count):
        at, sign = rng.randrange(len(text) + 1), rng.choice(SIGNS)
        yield text[:at] + sign + text[at:]
        yield text[:at] + sign + text[at + 1 :]
        yield text[:at] + text[at + 1 :]
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        yield "\n".join([*lines[:one], *lines[one + 1 :]])
        yield "\n".join([*lines[:one], lines[other], *lines[one:]])
        yield "\n".join([*lines[:one], "", *lines[one:]])
        yield "\n".join([*lines[:one], f"{lines[one]}; {lines[other][3:]}", *lines[one + 1 :]])
        yield "\n".join([*lines[:one], lines[one].replace(" ", "  "), *lines[one + 1 :]])
    for frame in (
        "{}\n",
        "{}\n\n",
        "\n{}",
        " {}",
        "\ufeff{}",
        "# by us\n{}",
        "{}# the end\n",
        "{}x",
    ):
        yield frame.format(text)
    for begin in (
        "seat A: ",
        "game: ",
        "rules: ",
        "source: ",
        "deal: ",
        "result: ",
        "rank: ",
        "status: ",
    ):
        at = text.rindex(f"\n{begin}") + 1
        yield text[:at] + text[text.index("\n", at) + 1 :]
        yield text[:at] + f"{begin}1\n" + text[at:]
        yield text[:at] + text[at].swapcase() + text[at + 1 :]
    yield text.replace("\n", "\r\n")
    yield text.removesuffix("\n")
    yield f"{text}\n{text}"
    yield ""


@pytest.mark.parametrize("name", NAMED)
def test_files_are_reported_as_by_the_full_check(name: str) -> None:
    rng = Random(f"files {name}")
    for seed in range(0, times(24, 2), 2):
        text = file_of(name, range(seed, seed + 2))
        reports = list(clean_reports(text))
        assert len(reports) == 2
        assert None not in reports
        assert list(check_source(name, text, FORMS[0])) == in_full(text, name, FORMS[0])
        slips = [*slips_of_files(text, rng, times(150, 4))]
        # In `make test` a quarter of the kinds of slips with each game.
        for slip in slips[NAMED.index(name) % times(1, 4) :: times(1, 4)]:
            form = rng.choice(FORMS)
            assert list(check_source(name, slip, form)) == in_full(slip, name, form), slip
