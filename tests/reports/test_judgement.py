"""What a judge says on the page of a match: account, river, marks; and who must not see it."""

import re
from collections.abc import Mapping, Sequence
from contextlib import chdir
from dataclasses import replace
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import pytest

from engines.api import Who
from tests.examples import usual
from tests.reports.matches import PageText, played_with, sample
from tests.reports.sites import call, content, told
from tests.reports.test_replay import HOSTILE
from tourney.domain.match_values import StoredMatch
from tourney.insight import reasons
from tourney.insight.account import Judge
from tourney.insight.match_analysis import MatchAnalysis, analyse, packed
from tourney.records import record
from tourney.records.record_positions import readable
from tourney.reports.content import Cell, PageContent, Section, Trusted, framed
from tourney.reports.page_accounts import costliest
from tourney.reports.replay_page import (
    ReplayOptions,
    headline,
    match_title,
    replay_page,
    replay_part,
)
from tourney.store import open_store
from tourney.store.analyses import PackedAnalysis, store_analyses
from tourney.store.matches import match_named

pytestmark = pytest.mark.slow

QUICK = ("diams", 2, {"length": "quick"})
LONG = (
    QUICK, ("diams", 5, {}), ("diamonds", 4, {"rounds": "4"}), ("blue-border", 4, {"limit": "165"}),
    ("diamond-boxes", 3, {}), ("diamond-boxes-2", 4, {}),
)  # fmt: skip
LONGEST = (*LONG, ("diamonds", 6, {}), ("diamonds", 5, {}), ("diams", 4, {}))
NAMES = ("Aiko", "Ben", "Chie", "Dan", "Emi", "Fumi")


@cache
def judged(game: str, seats: int, *options: tuple[str, str]) -> tuple[StoredMatch, MatchAnalysis]:
    """A match of players at random, who err, and what a judge says."""
    match = replace(played_with(game, seats, dict(options), 7), players=NAMES[:seats])
    return match, analyse(readable(match), Judge(4), "1", match.name)


def case(game: str, seats: int, options: Mapping[str, str]) -> tuple[StoredMatch, MatchAnalysis]:
    return judged(game, seats, *options.items())


def open_page(**more: Any) -> tuple[PageText, MatchAnalysis]:
    match, analysis = case(*QUICK)
    return PageText(match, analysis=analysis, **more), analysis


def table(page: PageText) -> dict[str, list[str]]:
    """The cells of the account by the name of the row."""
    (box,) = [
        node for node in page.tree.iter("div") if "account" in (node.get("class") or "").split()
    ]
    rows = [["".join(cell.itertext()) for cell in row] for row in box.iter("tr")]
    return {name: cells for name, *cells in rows}


def signs(analysis: MatchAnalysis) -> dict[int, str]:
    """The marks of a match by the ply."""
    return {one.ply: one.mark for one in analysis.account.decisions if one.mark}


def remarks(page: PageText) -> tuple[list[list[Any]], list[str]]:
    """What the script shows at decisions: numbers of sentences, and the sentences."""
    data = page.scripts()[-1]
    return data["remarks"], data["texts"]


def test_the_account_on_the_page_is_that_of_the_judge_and_adds_up() -> None:
    page, analysis = open_page()
    rows = table(page)
    assert rows[""] == ["Aiko", "Ben"]
    assert analysis.judge in page.text
    book = analysis.account
    for seat in range(2):
        number = {name: cells[seat].replace("\u2212", "-") for name, cells in rows.items()}
        lines = list(number)[1 : list(number).index("result")]
        assert float(number["result"]) == round(book.result[seat], 3)
        assert sum(float(number[one]) for one in lines) == pytest.approx(
            book.result[seat], abs=0.0005 * (len(lines) + 1)
        )
        assert float(number["own errors"]) == pytest.approx(-book.errors[seat], abs=0.0005)
        assert float(number["result without luck"]) == pytest.approx(book.adjusted(seat), abs=5e-4)
        assert number["decisions that count"] == str(len(book.counted(seat)))
        rate = number["cost of a decision in thousandths"]
        assert (rate == "too few") == (len(book.counted(seat)) < 20)


def test_a_sentence_says_which_move_cost_most_in_words_and_in_notation() -> None:
    page, analysis = open_page()
    different = [
        one for one in analysis.account.decisions if one.counted and one.best != one.played
    ]
    worst = max(different, key=lambda one: one.loss)
    (sentence,) = [node for node in page.tree.iter("p") if node.get("class") == "costliest"]
    text = " ".join("".join(sentence.itertext()).split())
    assert sentence.find("a").get("href") == f"#p{worst.ply}"
    assert text.startswith(f"Move {worst.ply} cost the most. {NAMES[worst.seat]} ")
    assert f"({worst.played}). That cost {worst.loss:.2f} ± " in text
    assert f"({worst.best})" in text
    assert f"Most of it went to {NAMES[1 - worst.seat]}." in text
    why = reasons.told(worst.facts)
    assert why is not None
    assert text.endswith(f"Why: {why.text('en', NAMES)}.")


def test_marks_stand_in_the_record_which_stays_as_it_is() -> None:
    page, analysis = open_page()
    match, _ = case(*QUICK)
    assert page.record() == record(match)
    found, number = {}, 0
    for written, sign, many in re.findall(
        r"<a(?: id=p(\d+))?(?: data-m=?(\S*?))?(?: data-n=(\d+))?(?: class=\w+)?>", page.text
    ):
        number = int(written or number + 1)
        if sign:
            found[number] = sign
        number += int(many or 1) - 1
    assert found == signs(analysis)
    assert {each[1] for each in remarks(page)[0]} - {""} == set(signs(analysis).values())


@pytest.mark.parametrize("which", usual(LONG[:1], LONG), ids=str)
def test_every_mark_has_its_moves_in_words_and_lines_are_told(
    which: tuple[str, int, Mapping[str, str]],
) -> None:
    match, analysis = case(*which)
    found, texts = remarks(PageText(match, analysis=analysis))
    assert sorted(each[1] for each in found if each[1]) == sorted(signs(analysis).values())
    for _, sign, played, better, cost, most_to, _, *line in found:
        assert texts[played].endswith(")")
        assert re.fullmatch(r"-?\d\.\d\d ± \d\.\d\d", cost) or (sign, cost) == ("!", "")
        assert most_to in ("", *match.players)
        for text in (texts[number] for number in (played, better, *line)):
            assert any(name in text for name in match.players)
            assert not re.search(r" $| \(\)|  ", text)
    if signs(analysis):
        assert any(line for *_, line in [(each[:7], each[7:]) for each in found])


@pytest.mark.parametrize("which", usual(LONG[:1], LONG), ids=str)
def test_the_river_is_what_each_seat_could_expect(
    which: tuple[str, int, Mapping[str, str]],
) -> None:
    match, analysis = case(*which)
    page, seats = PageText(match, analysis=analysis), which[1]
    tall = int(re.findall(r'viewBox="0 0 \d+ (\d+)"', page.text)[0])
    edges = [edge(path) for path in re.findall(r'<path class=p\d d="([^"]*)"', page.text)][::-1]
    steps = PageText.script_data(page)["steps"]
    assert {len(each) for each in edges} == {len(edges[0])}
    assert len(edges[0]) >= len(steps)
    last = [(b - a) / tall * seats / 2 for a, b in pairwise([0, *(each[-1] for each in edges)])]
    assert last == pytest.approx(analysis.account.river[-1][1], abs=0.02)
    first = [(b - a) / tall * seats / 2 for a, b in pairwise([0, *(each[0] for each in edges)])]
    assert first == pytest.approx(analysis.account.river[0][1], abs=0.25)
    assert {each[-1] for each in edges[-1:]} == {tall}


def edge(path: str) -> list[int]:
    """Where a band ends after each frame."""
    found = re.fullmatch(r"M0 0V(\d+)(.*)V0z", path)
    assert found
    steps = re.findall(r"h(\d+)|l1 ?(-?\d+)", found[2])
    moves = [m for still, down in steps for m in ([0] * int(still) if still else [int(down)])]
    return list(accumulate(moves, initial=int(found[1])))


@pytest.mark.parametrize("which", usual(LONG[:1], LONGEST), ids=str)
@pytest.mark.parametrize("lang", usual(("ja",), ("en", "ja")))
def test_a_match_of_usual_length_with_judgement_stays_below_75_kilobytes(
    which: tuple[str, int, Mapping[str, str]], lang: str
) -> None:
    match, analysis = case(*which)
    page = replay_page(match, ReplayOptions(lang=lang, analysis=analysis))
    assert len(page.encode()) < 75 * 1024
    # In a site it has a menu, a way back and links to players besides.
    links = [f"../../players/{name}.html" for name in match.players]
    part = replay_part(match, ReplayOptions(lang=lang, analysis=analysis, level=3, players=links))
    window, about = match_title(match, lang)
    content = PageContent(
        headline(match, lang), about, [Section("replay", "Replay", [Trusted(part)])],
        [Cell("Autumn Cup 2026", "../../events/autumn-cup-2026/index.html"), Cell("Table 1")],
        replays=True, judged=True, window=window, alone=True,
    )  # fmt: skip
    menu = [
        Cell(name, f"../../{name}/index.html") for name in ("Club", "Players", "Ratings", "Games")
    ]
    assert len(framed(content, lang, menu, "Club").encode()) < 75 * 1024


@pytest.mark.parametrize(
    ("lang", "words", "unsure"),
    [
        ("en", "judged in 5 possible deals", "it depends on unknown cards"),
        ("ja", "可能な5通りの配札で判定しました", "分からない札によります"),
    ],
)
def test_a_match_judged_in_possible_deals_says_so_and_names_no_card_that_nobody_wrote(
    lang: str, words: str, unsure: str
) -> None:
    match, analysis = case(*QUICK)
    drawn = [  # as if other cards were drawn in all possible deals
        one._replace(best="?", played=f"{one.played} 77") for one in analysis.account.decisions
    ]
    pooled = replace(analysis, deals=5, account=replace(analysis.account, decisions=drawn))
    page = PageText(match, lang=lang, analysis=pooled)
    assert words in page.text
    assert page.record() == record(match)
    found, texts = remarks(page)
    assert found
    assert {texts[better] for _, _, _, better, *_ in found} == {unsure}
    made = [f"{match.players[seat]}: {text}" for seat, text in match.entries]
    for _, _, played, *_ in found:
        assert any(text.startswith(texts[played]) for text in made)
    assert costliest(pooled) is None
    assert words not in PageText(match, lang=lang, analysis=analysis).text


@pytest.mark.full
@pytest.mark.parametrize("name", ["notebook-diamonds", "evening-diams", "table-blue-border"])
def test_records_of_people_with_unknown_cards_have_accounts_on_their_pages(name: str) -> None:
    match = sample(name)
    analysis = analyse(readable(match), Judge(4), "1", match.name)
    page = PageText(match, analysis=analysis)
    assert page.record() == match.text
    result = [float(cell) for cell in table(page)["result"]]
    assert result == pytest.approx(analysis.account.result, abs=5e-4)
    for text in (remarks(page)[1][played] for _, _, played, *_ in remarks(page)[0]):
        _, _, cards = text.partition(": ")[2].partition(" ")
        assert cards in ("", "?") or cards in page.record()


@pytest.mark.parametrize("views", [(None,), (0,), (None, 0, 1)])
def test_without_the_open_view_nothing_that_a_judge_says_is_in_the_page(
    views: Sequence[Who],
) -> None:
    match, analysis = case(*QUICK)
    page = replay_page(match, ReplayOptions(views, analysis=analysis))
    assert page == replay_page(match, ReplayOptions(views))
    assert analysis.judge not in page


def test_a_page_without_an_analysis_or_with_an_old_one_says_nothing() -> None:
    match, analysis = case(*QUICK)
    plain = PageText(match)
    assert not re.search("judged|account|river|data-m", plain.text)
    other = replace(analysis, entries=analysis.entries - 1)
    assert 'class="account' not in PageText(match, analysis=other).text


@pytest.mark.parametrize("name", usual(HOSTILE[:2], HOSTILE), ids=HOSTILE.index)
def test_hostile_names_stay_text_in_what_a_judge_says(name: str) -> None:
    match, analysis = case(*QUICK)
    page = PageText(replace(match, players=(name, "Ben")), analysis=analysis)
    tags = [node.tag for node in page.tree.iter() if isinstance(node.tag, str)]
    assert tags.count("script") == 3
    assert "img" not in tags


def test_the_page_of_a_judge_speaks_japanese() -> None:
    page, _ = open_page(lang="ja")
    assert "最も損をしたのは" in page.text
    assert "cost" not in re.sub(
        r"<(style|script).*?</\1>|class=\w+", "", page.text, flags=re.DOTALL
    )


# -- in the database


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two matches of a run, the first of them analysed."""
    place = tmp_path_factory.mktemp("judged")
    bots = ("--bot", "one=random", "--bot", "two=greedy", "--deals", "1", "--seed", "3")
    call(place, "run", "-g", "diamonds", "-O", "rounds=2", *bots, "--name", "duel", "-q")
    store = open_store(str(place / "tourney.db"))
    match = match_named(store, "duel/1")
    analysis = analyse(readable(match), Judge(4), "1", match.name)
    call(place, "report", "site", "-o", "before", "-q")
    store_analyses(store, [PackedAnalysis(match.id, analysis.judge, packed(analysis))])
    return place


def test_the_page_of_the_analysed_match_changes_a_quiz_is_new_and_a_second_build_writes_nothing(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    call(folder, "report", "site", "-o", "after", "-q")
    before, after = content(folder / "before"), content(folder / "after")
    changed = {path for path in before if before[path] != after[path]}
    about = {"runs/duel/index.html", "players/one.html", "players/two.html"}
    assert changed == {".tourney-site", "index.html", "matches/duel/1.html", *about}
    assert after.keys() - before.keys() == {"quiz.html"}
    assert "Where the result came from" in after["matches/duel/1.html"].decode()
    capfd.readouterr()
    with chdir(folder):
        call(folder, "report", "site", "-o", "after")
    assert " 0 files written" in "".join(capfd.readouterr())
    call(folder, "report", "site", "-o", "sealed", "--views", "spectator", "-q")
    assert b"Where the result came from" not in content(folder / "sealed")["matches/duel/1.html"]


def test_one_page_and_the_terminal_say_it_too(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    page = told(folder, capfd, "report", "match", "duel/1")
    assert "Where the result came from" in page
    text = told(folder, capfd, "replay", "match:duel/1", "--plain")
    assert re.search(r"# \?[?!]? cost 0\.\d\d ± 0\.\d\d of a share; better: \w+", text)
    assert "of a share" not in told(folder, capfd, "replay", "match:duel/1", "--plain", "--as", "A")
