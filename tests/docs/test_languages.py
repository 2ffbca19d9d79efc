"""The Japanese pages keep the structure and the commands of their English originals."""

import re
from collections.abc import Iterator

import pytest

from engines.api import Game, NotationError
from engines.games import GAMES
from tests.docs.transcripts import FENCE, ROOT, Step, steps
from tourney.records.lines import line

ENGLISH = ROOT / "docs"
SHORTER = {"index.md"}
"""Pages that have less in Japanese: the index lists only what players read."""
PAGES = sorted(page.name for page in (ENGLISH / "ja").glob("*.md"))
TRANSLATED = [name for name in PAGES if name not in SHORTER]
LANGUAGE = "tourney.toml"
"""The file that a Japanese page may write first, to select the language."""
NAMES = {"あいこ": "Aiko", "べん": "Ben", "ちえ": "Chie", "チエ": "chie", "千恵": "千恵"}
NAMES |= {"だん": "Dan", "えみ": "Emi", "table-20": "club-20"}
NAMES |= {"ふみ": "Fumi", "げん": "Gen", "はな": "Hana", "いだ": "Ida", "ごろう": "Goro"}
NAMES |= {"はる": "Haru", "けん": "Ken", "めい": "Mei", "ゆい": "Yui", "れん": "Ren"}
NAMES |= {"とも": "Tomo", "おの": "Ono", "そら": "Sora", "たか": "Taka", "うみ": "Umi"}
NAMES |= {"わか": "Waka", "ぞえ": "Zoe"}
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
ROW = re.compile(r"\|[^|`]*\| `([^`]+)` \| `([^`]+)` \|")
SECTION = re.compile(r"## .*[(\uff08]`([a-z0-9-]+)`[)\uff09]")  # a heading with the name of a game


def faults(english: str, japanese: str) -> Iterator[str]:
    """What one page has and the other has not."""
    for what, part in {"headings": headings, "commands": commands, "files": files}.items():
        if part(english) != part(japanese):
            yield f"{what} differ: {part(english)} is {part(japanese)} in Japanese"


def headings(page: str) -> list[tuple[int, int, int]]:
    """The level of each heading, and how many list items and table rows follow it."""
    parts = re.split(r"^(#+) .*$", FENCE.sub("", page), flags=re.MULTILINE)[1:]
    return [
        (len(level), text.count("\n* "), text.count("\n|"))
        for level, text in zip(parts[::2], parts[1::2], strict=True)
    ]


def commands(page: str) -> list[str]:
    """The commands with English names; the words in quotes depend on the language."""
    return [named(QUOTED.sub("'…'", one.command)) for one in steps(page) if one.file is None]


def named(text: str) -> str:
    """A text with the English names of the same people."""
    for name, english in NAMES.items():
        text = text.replace(name, english)
    return text


def files(page: str) -> list[tuple[str | None, int]]:
    """The files that a page writes, with their numbers of lines."""
    return [(one.file, one.command.count("\n")) for one in steps(page) if its_own(one)]


def its_own(step: Step) -> bool:
    """Whether the step writes a file that does not only select the language."""
    return step.file is not None and step.file != LANGUAGE


def page(name: str, folder: str = "") -> str:
    """The text of a page."""
    return (ENGLISH / folder / name).read_text("utf-8")


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_japanese_page_has_what_its_english_original_has(name: str) -> None:
    assert list(faults(page(name), page(name, "ja"))) == []


@pytest.mark.parametrize("name", PAGES)
def test_the_two_languages_lead_to_each_other(name: str) -> None:
    assert page(name).startswith(f"[日本語](ja/{name})\n\n# ")
    assert page(name, "ja").startswith(f"[English](../{name})\n\n# ")


def test_the_index_and_the_readme_lead_to_every_japanese_page() -> None:
    index = page("index.md", "ja")
    assert [name for name in TRANSLATED if f"]({name})" not in index] == []
    assert "](docs/ja/index.md)" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n## ", "\n### "),
        ("\n* ", "\n"),
        ("--scoresheet \\", "--result-only \\"),
        ("$ tourney match list\n", ""),
        ("\nC: D2 S? D15 D1 D12 = E", ""),
    ],
)
def test_a_change_in_one_language_alone_is_found(old: str, new: str) -> None:
    english = page("howto-notes.md") + page("howto-evening.md")
    japanese = page("howto-notes.md", "ja") + page("howto-evening.md", "ja")
    assert list(faults(english, japanese)) == []
    assert old in english
    assert list(faults(english.replace(old, new, 1), japanese)) != []


def spellings() -> Iterator[tuple[str, str, str]]:
    """Game, what may be typed, and how the record has it, from the pages about notation."""
    for folder in ("", "ja"):
        game = ""
        for text in page("notation.md", folder).splitlines():
            if found := SECTION.match(text):
                game = found[1]
            elif (row := ROW.fullmatch(text)) and game:
                yield game, row[1], row[2]


def test_the_pages_about_notation_show_every_game() -> None:
    assert {game for game, _, _ in spellings()} == set(GAMES)


def test_what_the_pages_about_notation_say_is_understood() -> None:
    wrong = [one for one in spellings() if written(GAMES[one[0]], one[1]) != one[2]]
    assert wrong == []


def written(game: "Game[object]", typed: str) -> str:
    """An action, a turn or the cards of a trick in canonical notation."""
    return "; ".join(canonical(game, game.typed(part)) for part in line(1, typed).text.split(";"))


def canonical(game: "Game[object]", text: str) -> str:
    """An action as records write it; several cards are actions of their own."""
    try:
        return game.canonical(0, text)
    except NotationError:
        return " ".join(game.canonical(0, card) for card in text.split())
