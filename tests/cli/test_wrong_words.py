"""Mistakes that strangers make on the command line, and what the one line of the error proposes."""

import shlex
from collections.abc import Mapping

import pytest

from engines.messages import catalogue
from tests.conftest import Tourney
from tourney.cli.completion import commands
from tourney.cli.usage import OLD_WORDS, renewed
from tourney.cli.wrong_words import synonyms

MISTAKES = [
    # Words of other programs instead of commands.
    ("tourney event add Aiko", "'add-player'"),
    ("tourney event create Cup", "'new'"),
    ("tourney event delete Cup", "'rm'"),
    ("tourney event start", "'open'"),
    ("tourney event finish", "'close'"),
    ("tourney event draw", "'pair'"),
    ("tourney event next", "'pair'"),
    ("tourney event remove Aiko", "'rm' or 'drop'"),
    ("tourney event withdraw Aiko", "'drop'"),
    ("tourney event absent Aiko", "'no-show'"),
    ("tourney event ls", "'list'"),
    ("tourney event info", "'show'"),
    ("tourney event merge A B", "'tourney player merge'"),
    ("tourney event result r1/t1 A=1", "'tourney match result'"),
    ("tourney event standings", "'tourney standings'"),
    ("tourney bot test mine", "'check'"),
    ("tourney bot create mine", "'new'"),
    ("tourney bot speed mine", "'bench'"),
    ("tourney bot run mine", "'tourney run'"),
    ("tourney match delete 1", "'void'"),
    ("tourney match change 1", "'edit'"),
    ("tourney match score 1 A=3", "'result'"),
    ("tourney match undo 1", "'restore'"),
    ("tourney match new", "'result'"),
    ("tourney player delete Aiko", "'forget'"),
    ("tourney player rename Aiko", "'edit'"),
    ("tourney player join A B", "'merge'"),
    ("tourney runs delete x", "'rm'"),
    ("tourney runs kill x", "'stop'"),
    ("tourney runs view x", "'show'"),
    ("tourney db migrate", "'upgrade'"),
    ("tourney db verify", "'integrity'"),
    ("tourney db save x", "'backup'"),
    ("tourney config change lang ja", "'set'"),
    ("tourney tournament new Cup", "'event'"),
    ("tourney ranking", "'standings'"),
    ("tourney leaderboard", "'standings'"),
    ("tourney elo", "'ratings'"),
    ("tourney validate x.tmr", "'check'"),
    ("tourney analyze match:1", "'analyse'"),
    ("tourney graph x", "'plot'"),
    ("tourney settings", "'config'"),
    ("tourney version", "'--version'"),
    ("tourney web", "'serve'"),
    ("tourney history", "'db log'"),
    # The verb first, the number of the noun, the group left out, two words in one.
    ("tourney list runs", "'runs list'"),
    ("tourney new event Cup", "'event new'"),
    ("tourney add player Aiko", "'player add'"),
    ("tourney create bot mine", "'bot new'"),
    ("tourney show match 1", "'match show'"),
    ("tourney delete run x", "'runs rm'"),
    ("tourney test bot mine", "'bot check'"),
    ("tourney events", "'event'"),
    ("tourney players", "'player'"),
    ("tourney bots", "'bot'"),
    ("tourney matches", "'match'"),
    ("tourney pair", "'event pair'"),
    ("tourney backup x", "'db backup'"),
    ("tourney merge A B", "'player merge'"),
    ("tourney result r1/t1 A=1", "'match result'"),
    ("tourney event-new Cup", "'event new'"),
    ("tourney newevent Cup", "'event new'"),
    ("tourney runs cup", "'show'"),
    ("tourney event 'Autumn Cup'", "'show'"),
    # Slips of the finger.
    ("tourney standigs", "'standings'"),
    ("tourney evnet list", "'event'"),
    ("tourney event shwo", "'show'"),
    ("tourney Standings", "'standings'"),
    # Options.
    ("tourney standings --csv", "'--format csv'"),
    ("tourney games --excel", "'-o FILE.xlsx'"),
    ("tourney standings --sort chips", "'--points'"),
    ("tourney season Cup --scoring chips", "'--points'"),
    ("tourney run --games 100", "'--deals'"),
    ("tourney run -n 100", "'--deals'"),
    ("tourney run --threads 4", "'--jobs'"),
    ("tourney run --timeout 5", "'--time-per-move'"),
    ("tourney run --player a=random", "'--bot'"),
    ("tourney run -deals 100", "'--deals'"),
    ("tourney run --Deals 100", "'--deals'"),
    ("tourney run --time_per_move 1", "'--time-per-move'"),
    ("tourney event new Cup --system swiss", "'--schedule'"),
    ("tourney event new Cup --table-size 4", "'--sizes'"),
    ("tourney match void 1 --comment oops", "'--reason'"),
    ("tourney event close --force", "'--yes'"),
    ("tourney games --language ja", "'--lang'"),
    ("tourney standings --out x.csv", "'-o FILE'"),
    ("tourney games --no-color", "'--color never'"),
    ("tourney crosstable --tiebreak wins", "tourney standings"),
    ("tourney runs list --deals 3", "tourney run"),
    ("tourney event list --rounds 3", "tourney event new"),
    # What is an option here as an argument, and the other way round; other kinds of words.
    ("tourney run diams", "'--game diams'"),
    ("tourney demo diamonds", "'--game diamonds'"),
    ("tourney event unpair round 2", "'--round 2'"),
    ("tourney play --game diams", "'play GAME'"),
    ("tourney event new --name Cup", "'event new NAME'"),
    ("tourney event show --standings", "'standings'"),
    ("tourney event remove-player Aiko", "'drop'"),
    ("tourney export csv", "'--format csv'"),
    ("tourney export elo", "'ratings'"),
    ("tourney export standing x", "'standings'"),
    ("tourney config set lang=ja", "'lang ja'"),
    ("tourney config lang ja", "'set'"),
    ("tourney config edit", "'set'"),
    ("tourney standings -f csv", "'--format'"),
    ("tourney serve --host 0.0.0.0", "'--lan'"),
    ("tourney serve --public", "'--lan'"),
    ("tourney help diams", "tourney games diams"),
    ("tourney help json", "'formats'"),
    ("tourney config set language ja", "'lang'"),
    ("tourney help exit", "'exit-codes'"),
    # No command stands for it: the answer says what does.
    ("tourney quit", "each command ends by itself"),
    ("tourney exit", "each command ends by itself"),
    ("tourney init", "the first command that stores something"),
    ("tourney db reset", "the first command that stores something"),
    ("tourney plugin install x", "pip install PACKAGE"),
    ("tourney install x", "pip install PACKAGE"),
    ("tourney undo 3", "call it again"),
    ("tourney undo last", "call it again"),
    ("tourney export pdf", "open them in a browser"),
    ("tourney report event Cup --pdf", "open them in a browser"),
    ("tourney report Cup", "'event'"),
    ("tourney report Autumn", "use one of match, event"),
    # The group of another command, or a command that is no group.
    ("tourney plugins list", "'tourney plugins'"),
    ("tourney plugin list", "'tourney plugins'"),
    ("tourney run list", "'tourney runs list'"),
    ("tourney run show x", "'tourney runs show'"),
    ("tourney runs start x", "'tourney run'"),
    ("tourney db dump", "'backup'"),
    ("tourney db export", "'tourney export'"),
    ("tourney event results", "'tourney standings'"),
    ("tourney event players", "'show --entrants'"),
    ("tourney event check-in Aiko", "'tourney serve'"),
    ("tourney event help", "'tourney help'"),
    ("tourney match undo 1", "'restore' or 'tourney undo'"),
    ("tourney config list", "'show'"),
    # Short options of other programs, options of games, values.
    ("tourney -v", "'--version'"),
    ("tourney -V", "'--version'"),
    ("tourney -version", "'--version'"),
    ("tourney serve -p 80", "'--port'"),
    ("tourney play diams -b greedy", "did you mean '--bot'?"),
    ("tourney run -d 100", "'--deals'"),
    ("tourney play diams --level hard", "'--bot'"),
    ("tourney play diams --length quick", "did you mean '--option length=X'?"),
    ("tourney import --csv x", "did you mean '--type csv'?"),
    ("tourney bot new x python", "'--lang python'"),
    ("tourney check --fix x", "'tourney fmt --in-place'"),
    ("tourney export excel", "'-o FILE.xlsx'"),
    # Names without commas or quotes between them, targets and formats without their option.
    ("tourney event show Autumn Cup", "'Autumn Cup'"),
    ("tourney event add-player Aiko Ben", "'Aiko Ben'"),
    ("tourney event new Cup --game diams --players A B C", "'A,B,C'"),
    ("tourney record diams A B", "'--players A,B'"),
    ("tourney play diams greedy", "'--bot greedy'"),
    ("tourney standings Cup csv", "'--format csv'"),
    # Japanese and full width.
    ("tourney games —json", "'--json'"),
    ("tourney games ――json", "'--json'"),
    ("tourney —version", "'--version'"),
    ("tourney 大会", "'event'"),
    ("tourney 順位表", "'standings'"),
    ("tourney 組み合わせ", "'event pair'"),
    ("tourney event 追加 あいこ", "'add-player'"),
    ("tourney ｅｖｅｎｔ list", "'event'"),
    ("tourney event ｓｈｏｗ", "'show'"),
    ("tourney games ー－ｌａｎｇ ja", "'--lang'"),
    ("tourney games --日本語", "'--lang ja'"),
    ("tourney run --ゲーム diams", "'--game'"),
]
"""What is typed, and what the error must propose."""


@pytest.mark.parametrize(("line", "proposed"), MISTAKES)
def test_a_wrong_word_is_answered_with_the_right_one(
    tourney: Tourney, line: str, proposed: str
) -> None:
    result = tourney(*shlex.split(line)[1:])
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    # Behind the wrong word, which is named first.
    assert proposed in result.err.partition("; ")[2]


@pytest.mark.parametrize(("command", "words"), OLD_WORDS.items())
def test_an_old_word_means_what_it_meant(command: str, words: Mapping[str, str]) -> None:
    data = commands()["commands"][command]
    for old, new in words.items():
        assert new in data["options"]
        assert old not in data["options"]
        args = renewed(command, [old, "x", "--", old], lambda was, now: None)
        assert args == [new, "x", "--", old]
        assert renewed(command, [f"{old}=x"], lambda was, now: None) == [f"{new}=x"]


def test_an_old_word_is_noted_on_stderr_alone(tourney: Tourney) -> None:
    people = ("--players", "A,B,C,D", "--game", "diams", "--sizes", "2")
    made = tourney("event", "new", "Cup", *people, "--format", "knockout", "--lang", "ja")
    assert (made.code, made.out) == (0, "")
    assert made.err.startswith("注意: --formatは--scheduleという名前になりました")
    plan = ("event", "new", "Cup2", "--players", "E,F,G,H", "--game", "diams", "--dry-run")
    assert "note: --" not in tourney(*plan, "--format", "plain").err
    old, new = (tourney("event", "show", word, "--json") for word in ("--players", "--entrants"))
    assert old.out == new.out
    assert (old.err, new.err) == (
        "note: --players is called --entrants now; the next version will not know --players\n", ""
    )  # fmt: skip
    assert tourney("event", "show", "--players", "-q").err == ""


def test_every_synonym_leads_to_a_word_that_is_there() -> None:
    data, words = commands(), synonyms()
    groups = [one["commands"] for one in data["commands"].values() if one.get("commands")]
    verbs = {name for names in groups for name in names}
    options = {name for one in data["commands"].values() for name in one["options"]}
    options |= {*data["globals"], "-o", "--version", "tourney"}
    there = {*data["commands"], "--version"}
    ends = {word: right.partition(" --")[0] or right for word, right in words["commands"].items()}
    assert [word for word, right in ends.items() if right not in there] == []
    assert {f"answer-{one}" for one in words["answers"].values()} == {
        key for key in catalogue("cli") if key.startswith("answer-")
    }
    assert [word for word, right in words["verbs"].items() if not {*right} <= verbs] == []
    wrong = [word for word, right in words["options"].items() if right.split()[0] not in options]
    assert wrong == []
