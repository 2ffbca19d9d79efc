"""Printed sheets of every game: complete, in both languages, in the notation of the game."""

from collections.abc import Iterator

from engines.api import Paper, PaperText
from engines.messages import LANGUAGES
from tourney.contracts.playing import Case, every_case
from tourney.records import read


def sheet(case: Case) -> Paper:
    """The printed sheet of a case."""
    return case.game.paper(case.game.options(case.given, case.seats), case.seats)


def words(paper: Paper) -> Iterator[PaperText]:
    """Every text of a sheet."""
    yield from (*paper.reminder, *paper.result, paper.numbered)
    yield from (text for pair in paper.marks for text in pair)
    yield from (column.head for column in paper.columns)
    for table in paper.tables:
        yield table.title
        yield from (cell for row in table.rows for cell in row)
    for part in paper.rounds:
        yield from (part.title, *part.checks)
        yield from (blank.label for line in part.blanks for blank in line)


@every_case
def test_every_text_is_there_in_both_languages(case: Case) -> None:
    for text in words(sheet(case)):
        if not isinstance(text, str):
            assert all(text.text(lang).strip() for lang in LANGUAGES)
        else:
            assert text.strip()


@every_case
def test_rows_tables_and_the_example_are_as_wide_as_their_heads(case: Case) -> None:
    paper = sheet(case)
    assert len(paper.example.cells) == len(paper.columns)
    for table in paper.tables:
        assert {len(row) for row in table.rows} == {len(table.rows[0])}
    assert all(part.rows > 0 for part in paper.rounds)


@every_case
def test_the_lines_of_the_example_are_notation(case: Case) -> None:
    head = [f"match: x\ngame: {case.game.name}"]
    options = case.game.options_text(case.game.options(case.given, case.seats))
    head += [f"options: {options}"] if options else []
    head += [f"seat {letter}: {letter}{letter}" for letter in "ABCDEF"[: case.seats]]
    (match,) = read("\n".join([*head, "", *sheet(case).example.lines, ""])).matches
    assert match.problems == ()
