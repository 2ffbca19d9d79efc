"""Forged proofs whose hashes are all made anew: found, or said to be taken as recorded."""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Tourney
from tests.proofs.sealed import proof, rooted, signed, verified, written
from tourney.proofs.commitment import Commitment, seeds
from tourney.proofs.proof_file import ProofMatch, standings_rows
from tourney.proofs.verifier import AskedProof, Verification
from tourney.results.sums import Endings, ResultSums, design
from tourney.runs.run_schedule import Schedule
from tourney.work.executors import ALONE

TURNCOAT = """
import os

class Turncoat:
    version = "1"

    def start(self, game, seat, seats, rules, rng):
        self.turn = 0

    def choose(self, view, legal):
        self.turn += 1
        return "nonsense" if self.turn == 1 else legal[-1 if os.environ.get("TURNED") else 0]
"""
"""A bot that begins with an illegal move, and plays on otherwise on another machine."""
Values = dict[str, Any]


def sealed_anew(lines: Sequence[bytes], **changes: Any) -> bytes:
    """A proof of other settings, as if they had been announced."""
    head = {**json.loads(lines[0]), **changes}
    opening = json.loads(lines[1])
    opening["commitment"] = sha256(written(head)[:-1]).hexdigest()
    opening["seed"], opening["bot_seed"] = seeds(head["secret"], opening["beacon"])
    return b"".join([written(head), written(opening), *lines[2:]])


def matches_anew(lines: Sequence[bytes], forge: Callable[[Values], None]) -> bytes:
    """A proof with other matches, whose hashes, root and standings are made anew."""
    sealed, made = Commitment.read(lines[0].decode().rstrip("\n")), [*lines]
    spec = sealed.seeded(json.loads(lines[1])["beacon"])
    schedule, endings = Schedule(spec), Endings(spec)
    sums = ResultSums(by=sealed.points, tiebreaks=sealed.tiebreaks, design=design(spec))
    for at in range(2, len(lines) - 1):
        match = json.loads(lines[at])
        forge(match)
        made[at] = signed(match)
        stated = ProofMatch(**{key: value for key, value in match.items() if key != "hash"})
        sums.take(endings.of(stated.kept(schedule.fixture(stated.match))))
    rows = standings_rows(sums.standings())
    made[-1] = written({**json.loads(lines[-1]), "standings": rows})
    return rooted(made)


def lost_by(name: str, code: str) -> Callable[[Values], None]:
    """Every match is lost by a bot that was not started."""

    def forge(match: Values) -> None:
        seat, seats = match["bots"].index(name), len(match["bots"])
        places = [seats if each == seat else 1 for each in range(seats)]
        why = "not started, because it failed to start twice in a row"
        match |= {"log": [], "faults": [["ABCDEFGH"[seat], code, 0, why]], "status": "forfeit"}
        match |= {"scores": [0] * seats, "places": places}

    return forge


def opened(content: bytes, folder: Path, asked: AskedProof | None = None) -> list[str]:
    """What a verification that finds nothing could not check, as codes."""
    file = folder / "forged.proof"
    file.write_bytes(content)
    verification = Verification(asked or AskedProof(), ALONE)
    assert [*verification.differences(str(file), lambda done, total: None)] == []
    return [str(one.code) for one in verification.result.open]


def test_a_built_in_bot_cannot_have_failed_to_start(tmp_path: Path) -> None:
    (found, *_) = verified(matches_anew(proof("diams"), lost_by("b", "startup")), tmp_path)
    assert (found.line, found.match, found.found) == (3, 1, "startup")


def test_faults_of_a_bot_that_nobody_can_ask_are_said_to_be_believed(tmp_path: Path) -> None:
    assert "proofs.o-faults" in opened(b"".join(proof("forfeits")), tmp_path)
    forged = matches_anew(proof("forfeits"), lost_by("b", "startup"))
    assert "proofs.o-faults" in opened(forged, tmp_path)
    assert verified(matches_anew(proof("forfeits"), lost_by("b", "laziness")), tmp_path)


@pytest.mark.parametrize("places", [[], [1, 2, 3]])
def test_a_failure_of_the_program_gives_nobody_points(places: list[int], tmp_path: Path) -> None:
    def forge(match: Values) -> None:
        if match["match"] == 2:
            match |= {"faults": [["@", "runner", 0, "died"]], "log": [], "places": places}
            match |= {"scores": places, "status": "abandoned"}

    forged = matches_anew(proof("diams"), forge)
    if places:
        assert [one.match for one in verified(forged, tmp_path)] == [2]
    else:
        assert "proofs.o-skipped" in opened(forged, tmp_path)


def test_a_log_that_no_match_has_is_found_though_the_program_failed(tmp_path: Path) -> None:
    def forge(match: Values) -> None:
        match["log"] = match["log"][:5]
        match |= {"faults": [["@", "runner", 6, "died"]], "status": "abandoned"}
        match |= {"scores": [], "places": []}

    assert verified(matches_anew(proof("diams"), forge), tmp_path) == []

    def other(match: Values) -> None:
        forge(match)
        match["log"][0] = match["log"][0].replace("round 1", "round 2")

    assert verified(matches_anew(proof("diams"), other), tmp_path)


@pytest.mark.parametrize(
    "changes",
    [
        {"points": "mine"}, {"tiebreaks": ["mine"]}, {"until": "ci"}, {"on_fault": "mine"},
        {"isolation": "mine"}, {"log": "mine"}, {"memory_mb": -1}, {"move_ms": -1}, {"deals": 0},
        {"name": "x\neverything follows: 6 matches"}, {"program": "1\x1b[2J"}, {"tests": ["a\nb"]},
        {"source": "a\u200bb"}, {"bots": [json.loads(proof("diams")[0])["bots"][0]] * 3},
    ],
    ids=str,
)  # fmt: skip
def test_settings_that_no_run_has_are_a_difference(changes: Values, tmp_path: Path) -> None:
    (found, *_) = verified(sealed_anew(proof("diams"), **changes), tmp_path)
    assert found.line == 1


@pytest.mark.parametrize(
    "beacon", [" 3 17", "3  17", "3\u200b 17", "3\u00a017", "３ 17", "3" * 201]
)
def test_a_beacon_has_one_form_so_that_it_cannot_be_chosen_among_many(
    beacon: str, tmp_path: Path
) -> None:
    lines = [*proof("diams")]
    lines[1] = written({**json.loads(lines[1]), "beacon": beacon})
    (found, *_) = verified(sealed_anew(lines, source="Lotto"), tmp_path)
    assert (found.line, found.found) == (2, beacon)


def test_full_width_digits_are_the_same_beacon(tourney: Tourney) -> None:
    tourney(*RUNS_QUICK, "--commit", "--beacon", "宝くじ　12月5日", "-q")
    assert tourney("run", "--resume", "x", "--beacon", "３　１７", "-q").code == 0
    assert tourney("export", "proof", "x", "-o", "x.proof", "-q").code == 0
    assert tourney("verify", "x.proof", "--beacon", "3 17", "-q").code == 0


RUNS_QUICK = (
    *("run", "-g", "diams", "-O", "length=quick", "--bot", "a=greedy", "--bot", "b=random"),
    *("--deals", "1", "--name", "x"),
)


def test_a_bot_that_plays_on_after_an_illegal_move_is_asked_again(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "turncoat.py").write_text(TURNCOAT)
    words = [word.replace("b=random", "b=./turncoat.py") for word in RUNS_QUICK]
    assert tourney(*words, "--on-fault", "random-move", "--commit", "-q", "-j", "1").code == 0
    assert tourney("export", "proof", "x", "-o", "x.proof", "-q").code == 0
    given = ("verify", "x.proof", "--bot", "b=./turncoat.py", "-q", "-j", "1")
    assert tourney(*given).code == 0
    monkeypatch.setenv("TURNED", "1")
    found = tourney(*given)
    assert found.code == 3
    assert "answer of bot b" in found.out


def test_a_stopped_run_does_not_pass_as_a_whole_one(tmp_path: Path, tourney: Tourney) -> None:
    lines = [*proof("diams")]
    lines[1] = written({**json.loads(lines[1]), "matches": 3})
    (tmp_path / "x.proof").write_bytes(matches_anew([*lines[:5], lines[-1]], lambda match: None))
    result = tourney("verify", "x.proof", "-q")
    assert (result.code, result.out) == (0, "what was played follows: 3 of 6 matches\n")


def test_what_the_sealed_tests_say_is_shown(tmp_path: Path) -> None:
    content = sealed_anew(proof("diams"), tests=["a beats b: mean difference above 0"])
    assert "proofs.o-tests" in opened(content, tmp_path)


@pytest.mark.parametrize("run", ["diams", "diamonds", "blue-border", "boxes"])
def test_an_entry_that_is_written_otherwise_is_named(run: str, tmp_path: Path) -> None:
    def forge(match: Values) -> None:
        if match["match"] == 1:
            match["log"][6] = match["log"][6].replace(" ", "  ", 1) + " "
            # A program that reads the log again for every entry would never come to an end.
            match["log"] += ["A pass"] * 50_000

    (found, *_) = verified(matches_anew(proof(run), forge), tmp_path)
    assert (found.match, found.entry) == (1, 7)
