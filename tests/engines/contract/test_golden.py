"""Matches once played are played the same way today."""

from tests.engines.contract.playing import CASES, Case, every_case
from tests.engines.golden import FOLDER, path, read, written


@every_case
def test_a_golden_playthrough_is_replayed_to_the_letter(case: Case) -> None:
    text = path(case).read_text("utf-8")
    assert written(case, read(case, text)) == text


def test_every_golden_playthrough_belongs_to_a_case() -> None:
    assert {path(case) for case in CASES} == set(FOLDER.glob("*.txt"))
