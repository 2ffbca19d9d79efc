"""Messages: every sentence exists in both languages and formats its arguments by type."""

import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from unicodedata import east_asian_width

import pytest

import engines
import tourney
from engines.messages import LANGUAGES, Player, Sentence

NO_CARD = Sentence("test.no-card", "{who} has no {card} in hand", "{who}の手札に{card}はありません")
LEFT = Sentence("test.left", "{n} {n:card|cards} left", "残り{n}枚")
SO = Sentence("test.so", "{why}, so no '{move}'", "{why}ので「{move}」はできません")
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def sentences() -> Iterator[Sentence]:
    """All sentences of the modules whose names end with `messages`."""
    for package in (engines, tourney):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name.endswith("messages"):
                module = importlib.import_module(found.name)
                yield from (one for value in vars(module).values() for one in within(value))


def within(value: object) -> Iterator[Sentence]:
    """The value if it is a sentence, or the sentences in a table."""
    if isinstance(value, Sentence):
        yield value
    elif isinstance(value, Mapping):
        yield from (one for one in value.values() if isinstance(one, Sentence))
    elif isinstance(value, tuple):
        yield from (one for one in value if isinstance(one, Sentence))


ALL = {sentence.code: sentence for sentence in sentences()}


def test_every_code_is_used_once() -> None:
    objects = {id(one): one for one in sentences()}
    assert [
        code for code, n in Counter(one.code for one in objects.values()).items() if n > 1
    ] == []


def test_a_sentence_has_both_languages_with_the_same_placeholders() -> None:
    assert len(ALL) > 300
    assert [code for code, sentence in ALL.items() if not in_both_languages(sentence)] == []


def in_both_languages(sentence: Sentence) -> bool:
    plain = re.sub(r"\{[^{}]*\}", "", sentence.en)
    translated = not re.search("[A-Za-z]{2}", plain) or JAPANESE.search(sentence.ja)
    same = sentence.fields("en") == sentence.fields("ja")
    return bool(translated) and same and not JAPANESE.search(sentence.en)


def test_japanese_texts_have_the_same_width_on_every_terminal() -> None:
    """Signs such as `…` and `·` have one column on some terminals and two on others.

    Sheets of paper are not shown on a terminal.
    """
    shown = {code: one.ja for code, one in ALL.items() if "paper-" not in code}
    signs = {c: {s for s in text if east_asian_width(s) == "A"} for c, text in shown.items()}
    assert {code: found for code, found in signs.items() if found} == {}


def test_japanese_texts_have_one_kind_of_punctuation() -> None:
    """Full-width `、。「」〜`, half-width `():?!` as in commands and in the notation."""
    full_width = re.compile("[\uff08\uff09\uff1a\uff1f\uff01\uff0c\uff0e\uff1b\uff5e]")
    half_width = re.compile(r"[\u3041-\u30fe\u4e00-\u9fff][,.] ")
    wrong = [one.code for one in ALL.values() if full_width.search(one.ja)]
    assert wrong + [one.code for one in ALL.values() if half_width.search(one.ja)] == []


def test_a_player_has_a_name_and_a_card_does_not() -> None:
    """The unknown diamond `D?` is not replaced by the name of the player at seat D."""
    message = NO_CARD(who=Player(0), card="D?")
    names = ("Anna", "Ben", "Cleo", "Dora")
    assert message.text("en", names) == "Anna has no D? in hand"
    assert message.text("ja", names) == "Annaの手札にD?はありません"
    assert str(message) == "A has no D? in hand"


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 cards left"), (1, "1 card left"), (2, "2 cards left")]
)
def test_a_word_follows_its_number(count: int, text: str) -> None:
    assert str(LEFT(n=count)) == text


def test_a_message_within_a_message_is_in_its_language() -> None:
    inner = NO_CARD(who=Player(-1), card="9*")
    message = SO(why=inner, move="market 9*")
    assert message.text("ja") == "ディーラーの手札に9*はありませんので「market 9*」はできません"
    assert list(message.quotes()) == ["9*", "market", "9*"]


def test_a_list_has_the_way_of_its_language() -> None:
    turns = Sentence("test.turns", "it is the turn of {who}", "{who}の番です")
    message = turns(who=(Player(0), Player(1), Player(2)))
    assert [message.text(lang) for lang in LANGUAGES] == [
        "it is the turn of A, B and C",
        "A、B、Cの番です",
    ]
