"""Every single change of a proof is found, and named where it stands."""

from pathlib import Path
from random import Random

import pytest

from tests.proofs.sealed import RUNS, change, naively, proof, verified

pytestmark = pytest.mark.slow

AFEW = 5
"""Changes of each run in the ordinary tests; 125 in the full ones make a thousand."""


@pytest.mark.parametrize("run", RUNS)
def test_an_untouched_proof_passes_both_verifiers(run: str, tmp_path: Path) -> None:
    content = b"".join(proof(run))
    assert verified(content, tmp_path) == []
    assert naively(content, tmp_path) == []


def finds(run: str, numbers: range, folder: Path) -> None:
    lines = proof(run)
    for number in numbers:
        made = change(lines, Random(f"{run} {number}"))
        found = verified(made.content, folder)
        assert found, (run, number, made.kind)
        first = found[0]
        assert first.line in made.lines, (run, number, made.kind, first)
        if made.entry is not None and first.match is not None:
            assert first.entry == made.entry, (run, number, made.kind, first)
        if made.plain:
            naive = naively(made.content, folder)
            assert naive, (run, number, made.kind)
            assert naive[0][0] in made.lines, (run, number, made.kind, naive)


@pytest.mark.parametrize("run", RUNS)
def test_a_change_is_named_at_its_place(run: str, tmp_path: Path) -> None:
    finds(run, range(AFEW), tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("run", RUNS)
def test_a_thousand_changes_are_named_at_their_places(run: str, tmp_path: Path) -> None:
    finds(run, range(AFEW, 125 + AFEW), tmp_path)
