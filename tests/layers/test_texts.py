"""Messages: every sentence exists in both languages and formats its arguments by type."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from unicodedata import east_asian_width

import pytest

from engines.messages import LANGUAGES, Player, Sentence, Words, catalogue, say
from tests.layers.measure import house
from tourney.cli import help_texts

HOUSE = Path(__file__).parents[2]
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
COMPUTED = (
    "botlab.plugin-readme-", "cli.answer-", "cli.plugin-kind-", "cli.pure-", "events.key-",
    "events.stage-key-", "render.code-", "render.heading-", "render.source-", "render.stage-",
    "runs.key-", "records.kind-", "records.meaning-", "records.remedy-",
    "scoring.break-", "scoring.heading-", "scoring.meaning-",
)  # fmt: skip
"""Codes that are looked up by a word of the user's data."""


def rooms() -> Iterator[str]:
    """Every room with a catalogue; `engines` has one, too."""
    for file in [*HOUSE.glob("engines/**/texts.toml"), *HOUSE.glob("tourney/*/texts.toml")]:
        yield file.parent.name.replace("_", "-")


ALL = {f"{room}.{key}": Sentence(f"{room}.{key}") for room in rooms() for key in catalogue(room)}


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Where a message is made whose code stands in the program: place, code, call."""
    for source in house().sources:
        for node in source.nodes:
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id == "field":
                yield from (
                    (f"{source.path}:{node.lineno}", one.value, node)
                    for one in node.args[2:4]
                    if isinstance(one, ast.Constant)
                )
            if node.func.id in ("say", "Sentence") and node.args:
                code = node.args[0]
                for one in (code.body, code.orelse) if isinstance(code, ast.IfExp) else (code,):
                    if isinstance(one, ast.Constant) and isinstance(one.value, str):
                        yield f"{source.path}:{node.lineno}", one.value, node


def test_every_code_in_the_program_has_a_text() -> None:
    assert [f"{place} {code}" for place, code, _ in calls() if code not in ALL] == []


def test_every_text_is_used() -> None:
    words = {
        node.value
        for source in house().sources
        for node in source.nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for page in HOUSE.glob("tourney/**/*.html"):
        words |= set(re.findall(r'"([a-z0-9.-]+)"', page.read_text("utf-8")))
    assert [code for code in ALL if code not in words and not code.startswith(COMPUTED)] == []


def test_a_message_gets_the_arguments_that_its_text_names() -> None:
    wrong = []
    for place, code, call in calls():
        named = {word.arg for word in call.keywords}
        fields = ALL[code].fields()
        told = call.func.id == "say" if isinstance(call.func, ast.Name) else False
        if told and (fields - named if None not in named else ()):
            wrong.append(f"{place} {code}: {sorted(fields - named)}")  # type: ignore[type-var]
    assert wrong == []


def test_a_text_that_is_read_alone_is_that_of_the_whole_file() -> None:
    for file in [*HOUSE.glob("engines/**/texts.toml"), *HOUSE.glob("tourney/*/texts.toml")]:
        whole = tomllib.loads(file.read_text("utf-8"))
        read = catalogue(file.parent.name.replace("_", "-"))
        assert list(read) == list(whole), file
        assert {key: read[key] for key in read} == whole


def test_a_sentence_has_both_languages_with_the_same_placeholders() -> None:
    assert len(ALL) > 2000
    assert {len(catalogue(code.partition(".")[0])[code.partition(".")[2]]) for code in ALL} == {2}
    assert [code for code, sentence in ALL.items() if not in_both_languages(sentence)] == []


def in_both_languages(sentence: Sentence) -> bool:
    english, japanese = (sentence.template(lang) for lang in LANGUAGES)
    plain = re.sub(r"\{[^{}]*\}", "", english)
    translated = not re.search("[A-Za-z]{2}", plain) or JAPANESE.search(japanese)
    same = sentence.fields("en") == sentence.fields("ja")
    return bool(translated) and same and not JAPANESE.search(english)


JAPANESE_TEXTS = {code: one.template("ja") for code, one in ALL.items()}
JAPANESE_TEXTS |= {f"help.{key}": help_texts.TEXTS[key][1] for key in help_texts.TEXTS}


def test_japanese_texts_have_the_same_width_on_every_terminal() -> None:
    """Signs such as `…` and `·` have one column on some terminals and two on others.

    Sheets of paper are not shown on a terminal.
    """
    shown = {code: text for code, text in JAPANESE_TEXTS.items() if "paper-" not in code}
    signs = {c: {s for s in text if east_asian_width(s) == "A"} for c, text in shown.items()}
    assert {code: found for code, found in signs.items() if found} == {}


def test_japanese_texts_have_one_kind_of_punctuation() -> None:
    """Full-width `、。「」〜`, half-width `():?!` as in commands and in the notation."""
    full_width = re.compile("[\uff08\uff09\uff1a\uff1f\uff01\uff0c\uff0e\uff1b\uff5e]")
    half_width = re.compile(r"[\u3041-\u30fe\u4e00-\u9fff][,.] ")
    wrong = [code for code, text in JAPANESE_TEXTS.items() if full_width.search(text)]
    assert wrong + [code for code, text in JAPANESE_TEXTS.items() if half_width.search(text)] == []


def test_a_player_has_a_name_and_a_card_does_not() -> None:
    """The unknown diamond `D?` is not replaced by the name of the player at seat D."""
    message = say("said.no-card", who=Player(0), card="D?")
    names = ("Anna", "Ben", "Cleo", "Dora")
    assert message.text("en", names) == "Anna has no D? in hand"
    assert message.text("ja", names) == "Annaの手札にD?はありません"
    assert str(message) == "A has no D? in hand"


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 cards left"), (1, "1 card left"), (2, "2 cards left")]
)
def test_a_word_follows_its_number(count: int, text: str) -> None:
    assert str(say("said.left", n=count)) == str(say("said.left", n=str(count))) == text


COUNTED = re.compile(
    r"\{\w+\} (?:more |legal )?(?:matches|rounds|tables|deals|entrants|plies|faults|lines|rows"
    r"|values|blocks|processes|days|times|cards|moves|groups|meetings|seconds|bots|runs|records|turns)\b"
)
SEVERAL = {
    "blue-border.rounds-won", "blue-border.limit-of-moves", "botlab.first-moves",
    "botlab.faults-in-all", "botlab.same-again", "diamond-boxes.negative-hand",
    "diams.has-to-discard", "diamonds.trick-size", "diamonds.other-dealer", "diamonds.hand-size",
    "diamonds.passed-many", "diamonds.n-announces", "events.plan-many-for-table",
    "events.plan-too-many-byes", "events.plan-too-many-rounds", "events.plan-tables-too-large",
    "events.plan-long-search", "events.plan-few-to-compare", "formats.one-table-size",
    "formats.one-table-all", "formats.more-cycles", "formats.too-many-times",
    "formats.too-many-meetings", "formats.no-second-chance", "formats.ladder-sizes",
    "formats.small-groups", "app.event-date-late", "app.event-date-early",
    "app.event-date-long-ago", "cli.several", "app.standings-some-named",
    "app.standings-newest-run", "app.rating-parts", "work.quiet-workers", "runs.repeated",
    "runs.bad-time", "runs.too-many-matches",
    "reports.board-size", "reports.page-form", "cli.bot-fault-again", "cli.demo-checked",
    "cli.demo-opening", "cli.train-interrupted", "cli.train-nothing-stored",
}  # fmt: skip
"""Texts whose number is never 1, or whose verb is no count, such as "{right} deals round 2"."""


def test_a_number_of_things_that_can_be_one_has_a_word_for_one() -> None:
    """Such as `{deals} {deals:deal|deals}`; a text with a number of 2 or more is in `SEVERAL`."""
    plural = {code for code, one in ALL.items() if COUNTED.search(one.template("en"))}
    assert sorted(plural - SEVERAL) == []


def test_a_message_within_a_message_is_in_its_language() -> None:
    inner = say("said.no-card", who=Player(-1), card="9*")
    message = say("said.so", why=inner, move="market 9*")
    assert message.text("ja") == "ディーラーの手札に9*はありませんので「market 9*」はできません"
    assert list(message.quotes()) == ["9*", "market", "9*"]


def test_words_are_in_the_language_of_the_message() -> None:
    message = say("said.so", why=Words("no reason", "理由はない"), move="x")
    assert message.text("ja") == "理由はないので「x」はできません"


def test_a_list_has_the_way_of_its_language() -> None:
    message = say("said.turns", who=(Player(0), Player(1), Player(2)))
    assert [message.text(lang) for lang in LANGUAGES] == [
        "it is the turn of A, B and C",
        "A、B、Cの番です",
    ]
