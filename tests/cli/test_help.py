"""`tourney help`: topics, rules by number, games and shell completion."""

import json
import re

import pytest

from engines.games import GAMES
from tests.agents.test_hostile import FAULTS
from tests.conftest import Tourney
from tests.layers.test_texts import JAPANESE
from tourney.cli.help_commands import TOPICS
from tourney.domain.rulebook import rulebook, rules
from tourney.render.text import cell_width

CODES = sorted({code for code, *_ in FAULTS.values()})

BOOK = """\
## Turn

### DI-R6 Draw

One or two cards.

Really.

**DI-R7.** Play.
Then it is over.
 - a detail

| ID | Question | Ruling |
|---|---|---|
| DI-Q1 | Why | because |
| DI-Q2 | How | so |

Nothing of any rule.

- DI-E1 (source) an example;
  goes on.
- DI-E2 another, see DI-R6.

## End
"""


def test_a_rule_reaches_to_the_next_number_or_heading() -> None:
    assert rules(BOOK) == {
        "DI-R6": "### DI-R6 Draw\n\nOne or two cards.\n\nReally.",
        "DI-R7": "**DI-R7.** Play.\nThen it is over.\n - a detail",
        "DI-Q1": "DI-Q1 | Why | because",
        "DI-Q2": "DI-Q2 | How | so",
        "DI-E1": "- DI-E1 (source) an example;\n  goes on.",
        "DI-E2": "- DI-E2 another, see DI-R6.",
    }


@pytest.mark.parametrize("topic", list(TOPICS))
def test_every_topic_has_a_text_that_fits_a_terminal(tourney: Tourney, topic: str) -> None:
    result = tourney("help", topic)
    assert result.code == 0
    assert max(len(line) for line in result.out.splitlines()) <= 100


def test_an_unknown_topic_names_the_known_ones(tourney: Tourney) -> None:
    result = tourney("help", "notations")
    assert result.code == 2
    meant = "tourney: unknown topic 'notations'; did you mean 'notation'? topics: notation, "
    assert result.err.startswith(meant)
    assert "did you mean 'startup'?" in tourney("help", "statup").err
    assert "; topics: " in tourney("help", "quux").err


def test_a_command_is_a_topic_too(tourney: Tourney) -> None:
    assert tourney("help", "config").out == tourney("config", "--help").out


def test_an_unknown_game_names_the_one_it_resembles(tourney: Tourney) -> None:
    result = tourney("games", "diam")
    assert result.code == 2
    assert "unknown game 'diam'; did you mean 'diams'?" in result.err


def test_a_game_as_json_has_its_options_with_defaults(tourney: Tourney) -> None:
    facts = json.loads(tourney("games", "diams", "--json").out)
    assert facts["seats"] == [2, 5]
    assert [(o["key"], o["default"]) for o in facts["options"]] == [
        ("length", "standard"),
        ("closing", "standard"),
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_that_asks_tourney(tourney: Tourney, shell: str) -> None:
    assert "_TOURNEY_COMPLETE" in tourney("completion", shell).out


def test_an_error_code_is_a_topic(tourney: Tourney) -> None:
    assert tourney("help", "error:K-card").out.startswith("K-card: ")
    assert tourney("help", "error:K-nothing").code == 5


@pytest.mark.parametrize("name", GAMES)
def test_help_explains_the_views_of_a_game_with_an_example_of_each_decision(
    tourney: Tourney, name: str
) -> None:
    result = tourney("help", f"view:{name}")
    assert result.code == 0
    assert max(len(line) for line in result.out.splitlines()) <= 100
    examples = re.findall(r"In the phase (\w+)\n\n(\{\n.*?\n\})\n", result.out, re.DOTALL)
    assert examples
    for phase, text in examples:
        view = json.loads(text)
        assert (view["game"], view["phase"]) == (name, phase)
        assert view["you"] in view["pending"]


def test_help_about_the_views_of_an_unknown_game_names_the_game_meant(tourney: Tourney) -> None:
    result = tourney("help", "view:daims")
    assert result.code == 5
    assert result.err == "tourney: no game 'daims'; did you mean 'diams'?\n"


@pytest.mark.parametrize("code", [*CODES, "resigned", "runner"])
def test_every_fault_code_is_a_topic(tourney: Tourney, code: str) -> None:
    assert f"\n  {code} " in tourney("help", "faults").out
    result = tourney("help", code)
    assert result.code == 0
    assert max(map(len, result.out.splitlines())) <= 100
    if code != "protocol":  # the topic of that name explains the messages and refers to the codes
        assert result.out.startswith(f"{code}: ")
    else:
        assert "tourney help faults" in result.out


@pytest.mark.parametrize("family", ["blue_border", "diamond_boxes", "diamonds", "diams"])
def test_the_japanese_rules_have_every_rule_with_the_same_cards_and_numbers(family: str) -> None:
    english, japanese = (rulebook(f"engines.{family}", lang) for lang in ("en", "ja"))
    assert headings(english) == headings(japanese)
    there, translated = rules(english), rules(japanese)
    assert list(there) == list(translated)
    assert {key for key, text in translated.items() if not JAPANESE.search(text)} == set()
    facts = {key: (facts_of(text), facts_of(translated[key])) for key, text in there.items()}
    assert {key: both for key, both in facts.items() if both[0] != both[1]} == {}


def headings(book: str) -> list[int]:
    return [len(found[1]) for found in re.finditer(r"^(#+) ", book, re.MULTILINE)]


def facts_of(text: str) -> tuple[list[str], list[str], int]:
    """What a translation keeps: code, numbers of other rules, and rows of tables."""
    code = sorted(re.findall(r"`[^`]+`", text))
    return code, sorted(re.findall(r"[A-Z]{2,4}\d?-[RQE]\d+", text)), text.count("\n|")


def test_a_rule_is_explained_in_japanese_within_the_width(tourney: Tourney) -> None:
    result = tourney("--lang", "ja", "help", "rule:DI-Q1")
    assert (
        result.out
        == "**DI-Q1** *文章が画像で示すだけの値はいくつか?* 上のルール2の表の値です(推論)。\n"
    )
    assert tourney("--lang", "ja", "help", "error:R-DI-Q1").out == result.out
    long = tourney("--lang", "ja", "help", "rule:DI-R10").out.splitlines()
    assert (len(long), max(map(cell_width, long))) > (10, 70)
    assert max(map(cell_width, long)) <= 80
    assert [line[:3] for line in long if line.startswith(" -")] == [" - "] * 4
