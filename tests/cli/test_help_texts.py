"""The help of commands in both languages: complete, without leftovers, and fit for a terminal."""

import json
import os
import re
import tomllib
from pathlib import Path

import click
import pytest

from engines.games import GAMES
from tests.conftest import Tourney
from tests.docs.reference import every_command
from tests.examples import usual
from tourney.cli import help_texts
from tourney.cli.help_commands import EXIT_CODES, FAULTS, TOPICS, VARIABLES
from tourney.cli.help_layout import SECTIONS
from tourney.cli.settings import FORMATS, SETTINGS
from tourney.cli.usage import Misuse
from tourney.domain.errors import TourneyError
from tourney.formats.formats import FORMATS as FORMATS_OF_EVENTS
from tourney.records.problems import CODES
from tourney.render.text import ambiguous, cell_width

PAGE = {"usage", "options", "commands", "examples", "default", "required", "global", "epilog"}
"""Keys of words that every page has, not of a command."""
LISTED = {
    "topic": {*TOPICS, "rule:ID", "error:CODE", "view:GAME"},
    "exit-code": set(map(str, EXIT_CODES)),
    "setting": {*SETTINGS, *VARIABLES},
    "format": set(FORMATS),
    "fault": set(FAULTS),
    "heading": {one for layout in SECTIONS.values() for one in layout},
    "event-format": set(FORMATS_OF_EVENTS),
    "event-setting": {key for form in FORMATS_OF_EVENTS.values() for key in form.settings},
}
"""What topics list, by the word before it in a key."""
WITH_TEXT = ("records", "protocol", "environment", "formats", "event-formats")
PROSE = {f"topic {name} text" for name in WITH_TEXT}
PROSE |= {"topics", "faults", "after-fault", *(f"fault {code} text" for code in FAULTS)}


def needed() -> set[str]:
    """The keys of all commands and options, each option where its text stands."""
    found = PAGE | PROSE | {f"{kind} {name}" for kind, names in LISTED.items() for name in names}
    for ctx in every_command():
        names = help_texts.path(ctx)
        found |= {" ".join((*names, "text")), " ".join(names)} - {""}
        for option in ctx.command.get_params(ctx):
            if isinstance(option, click.Option) and not option.hidden:
                found.add(help_texts.key_of(option, names))
    return found


def test_every_command_and_option_has_a_text_and_every_text_is_used() -> None:
    assert set(help_texts.TEXTS) == needed()


def test_every_text_is_in_both_languages() -> None:
    whole = tomllib.loads(Path(help_texts.__file__).with_name("help.toml").read_text("utf-8"))
    assert {key: help_texts.TEXTS[key] for key in help_texts.TEXTS} == whole
    assert [key for key, pair in whole.items() if len(pair) != 2 or not all(pair)] == []
    paragraphs = {key: [len(text.split("\n\n")) for text in pair] for key, pair in whole.items()}
    assert [key for key, pair in whole.items() if "\n\n\n" in "".join(pair)] == []
    assert {key: both for key, both in paragraphs.items() if both[0] != both[1]} == {}
    japanese = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
    assert [key for key, (_, words) in whole.items() if not japanese.search(words)] == []
    with_title = [key for key, (words, _) in whole.items() if japanese.search(words)]
    assert with_title == ["event new --players"]  # names the columns of a Japanese file


def test_every_exit_code_of_an_error_is_explained() -> None:
    kinds = [TourneyError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    assert {kind.exit_code for kind in kinds} | {0, 130} <= set(EXIT_CODES)


def test_options_that_share_a_text_share_its_entry() -> None:
    twice = []
    for key in help_texts.TEXTS:
        *names, last = key.split(" ")
        above = [" ".join((*names[:end], last)) for end in range(len(names))]
        if last.startswith("--"):
            same = (one for one in above if one in help_texts.TEXTS)
            twice += [key for one in same if help_texts.TEXTS[one] == help_texts.TEXTS[key]]
    assert twice == []


@pytest.mark.parametrize("columns", ["80", "60"])
def test_japanese_help_fits_the_terminal_and_has_no_english_sentence(
    monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("TOURNEY_LANG", "ja")
    wide, begun, english = [], [], []
    for ctx in every_command():
        page = ctx.get_help()
        lines = page.split("\n")
        assert lines[0].startswith(f"使い方: {ctx.command_path}")
        assert not ambiguous(page)
        typed = [
            line for line in lines if re.match(r" {2,4}(-|fish: |tourney )", line)
        ]  # one piece
        wide += [line for line in lines if cell_width(line) > int(columns) and line not in typed]
        begun += [line for line in lines if re.match(r" *[、。」』)ー:]", line)]
        told = page.partition("\n例:\n")[0].partition("\n")[2]  # examples are commands
        words = re.sub(r"tourney( [a-z-]+)*|\"[^\"]*\"|'[^']*'", "", told)
        english += re.findall(r".*\b[a-z]+ [a-z]+ [a-z]+\b.*", words)
    if columns == "80":
        assert wide == []
    assert (begun, english) == ([], [])


@pytest.mark.parametrize(
    "args",
    [
        ("--lang", "ja", "event", "show", "--help"),
        ("event", "show", "--help", "--lang", "ja"),
        ("event", "--lang=ja", "show", "-h"),
    ],
)
def test_help_is_japanese_wherever_the_option_stands(
    tourney: Tourney, args: tuple[str, ...]
) -> None:
    assert tourney(*args) == (0, SHOW, "")


SHOW = """\
使い方: tourney event show [OPTIONS] [EVENT]

  EVENTの卓とその結果を表示します。最初の回戦の前はプレイヤーを表示します。

オプション:
  --round R   この回戦だけ  [x>=1]
  --entrants  代わりにプレイヤーを表示します。
  -h, --help  この説明を表示して終了します。

全体のオプションもここに書けます。一覧はtourney --helpで表示します。

例:
  tourney event show Friday
  tourney event show Friday --entrants
"""


def test_help_follows_the_settings(tourney: Tourney, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("tourney.toml").write_text('lang = "ja"\n')
    assert tourney("event", "show", "--help").out == SHOW
    assert tourney("help", "config").out == tourney("config", "--help").out
    assert tourney("config", "--help").out.startswith("使い方: tourney config ")
    assert tourney().err.startswith("使い方: tourney ")
    Path("tourney.toml").unlink()
    monkeypatch.setenv("TOURNEY_LANG", "ja")
    assert tourney("event", "show", "--help").out == SHOW
    assert tourney("event", "show", "--help", "--lang", "en").out.startswith("Usage: ")


def test_help_follows_the_settings_of_the_project_of_the_command(tourney: Tourney) -> None:
    Path("club").mkdir()
    Path("club/tourney.toml").write_text('lang = "ja"\n')
    assert tourney("--project", "club", "event", "show", "--help").out == SHOW
    assert tourney("event", "show", "--project=club", "--help").out == SHOW


def test_wrong_settings_do_not_hide_the_help(tourney: Tourney) -> None:
    Path("tourney.toml").write_text('lang = "xx"\n')
    assert tourney("event", "show", "--help").out.startswith("Usage: tourney event show ")
    assert tourney("event", "show", "--help", "--lang", "ja").out == SHOW
    assert tourney("--project", "nowhere", "config", "--help").out.startswith("Usage: ")


def test_a_user_without_a_home_gets_help(tourney: Tourney, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as the number of a user in a container that no list of users has."""
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    assert tourney("event", "show", "--help").out.startswith("Usage: tourney event show ")


def test_long_lists_stand_under_headings_and_nothing_is_listed_twice() -> None:
    for ctx in every_command():
        names = help_texts.path(ctx)
        layout = SECTIONS.get(" ".join(names), {})
        listed = [name for under in layout.values() for name in under]
        if isinstance(ctx.command, click.Group):
            there = list(ctx.command.commands)
        else:
            options = [one for one in ctx.command.get_params(ctx) if isinstance(one, click.Option)]
            there = [max(one.opts, key=len) for one in options if not one.hidden]
            there.remove("--help")
        assert not layout or sorted(listed) == sorted(there)
        assert layout or len(there) < 25, f"{names} is long and has no headings"
    assert len(SECTIONS[""]) == 7


CODES_OF_ERRORS = usual(("error:K-card",), [f"error:{code}" for code in CODES])


@pytest.mark.parametrize("topic", ["", *TOPICS, *FAULTS, *CODES_OF_ERRORS])
def test_every_topic_is_explained_in_japanese_within_the_width(
    tourney: Tourney, topic: str
) -> None:
    result = tourney("--lang", "ja", "help", *topic.split())
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert [line for line in lines if cell_width(line) > 80] == []
    assert [line for line in lines if re.match(r" *[、。」』)ー:]", line)] == []
    assert re.search(r"[\u3040-\u30ff]", result.out)
    words = re.sub(r"tourney( [a-z-]+)*|\"[^\"]*\"|'[^']*'", "", result.out)
    assert re.findall(r".*\b[a-z]{2,}(?: [a-z]{2,}){3}.*", words) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_fields_of_views_are_explained_in_japanese(tourney: Tourney, name: str) -> None:
    fields, _, examples = tourney("--lang", "ja", "help", f"view:{name}").out.partition("\n段階")
    assert [line for line in fields.split("\n") if cell_width(line) > 80] == []
    told = [line for line in fields.split("\n") if line.startswith("    ")]
    assert len(told) > 20
    assert [line for line in told if re.search(r"[a-z]{2,}(?: [a-z]{2,}){2}", line)] == []
    assert json.loads(examples[examples.index("{") : examples.index("\n}") + 2])["game"] == name


def test_a_value_that_does_not_fit_is_refused_in_japanese_by_every_option(tourney: Tourney) -> None:
    said = "--topに'1.5'は使えません。整数にしてください (tourney standings --helpを見てください)"
    assert tourney("--lang", "ja", "standings", "--top", "1.5").err == f"tourney: {said}\n"
    assert tourney("standings", "--top", "1.5").err.startswith("tourney: invalid --top: '1.5' is ")
    english = []
    for ctx in every_command():
        for param in ctx.command.params:
            if param.type.name in ("text", "boolean", "path", "file", "filename", "directory"):
                continue
            if isinstance(param, click.Option) and param.count:
                continue
            with pytest.raises(click.UsageError) as refused:
                param.type.convert("x", param, ctx)
            english += [] if isinstance(refused.value, Misuse) else [f"{ctx.command_path} {param}"]
    assert english == []
