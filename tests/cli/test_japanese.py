"""`--lang ja`: the Japanese output of `check`, `fmt`, `replay` and `games`.

The files in `tests/engines/FAMILY/japanese` list typical mistakes in sample records, each with the
Japanese output of `check`.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engines.api import CHANCE
from engines.games import GAMES
from tests.conftest import Tourney
from tests.engines.own import family, folder
from tests.render.scenery import columns
from tourney.app.play_moves import read_move, readable
from tourney.cli.failures import ENVIRONMENT
from tourney.cli.record_file_commands import folded_report
from tourney.domain.observation import Observation
from tourney.render.text import hanging, wrapped

HOUSE = Path(__file__).parents[2]
RECORDS = HOUSE / "data" / "records"
SAMPLE = RECORDS / "spring-diams.tmr"
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


def slips(book: Path) -> Iterator[tuple[str, str, str]]:
    """Mistakes as old text, new text and the expected output of `check`."""
    for part in book.read_text("utf-8").split("\n== ")[1:]:
        edit, _, page = part.partition("\n")
        old, _, new = edit.partition(" => ")
        yield old.replace("\\n", "\n"), new.replace("\\n", "\n"), f"{page.rstrip()}\n"


@pytest.mark.parametrize("game", GAMES)
def test_typical_slips_are_explained_in_japanese(
    tourney: Tourney, tmp_path: Path, game: str
) -> None:
    """A file of mistakes begins with `Slips in FILE,`, where FILE is the sample record."""
    book = folder(game) / "japanese" / f"{game}.txt"
    if not book.is_file():
        pytest.skip(f"no slips in {book}")
    sample = (HOUSE / book.read_text("utf-8").split()[2].rstrip(",")).read_text("utf-8")
    for old, new, page in slips(book):
        assert sample.count(old) == 1
        (tmp_path / "x.tmr").write_text(sample.replace(old, new), "utf-8")
        code, out, _ = tourney("check", "x.tmr", "--lang", "ja")
        assert (code, out) == (3, page)


DORA = """\
match: m
game: diamonds
options: rounds=1
seat A: Anna
seat B: Ben
seat C: Cleo
seat D: Dora

-- round 1 dealer A pass 1
A: hand H1 H2 H3 H4 H5 H6 H7 H8 H9 H10
A: pass D?
"""


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_unknown_diamond_is_not_the_player_at_d(
    tourney: Tourney, tmp_path: Path, lang: str
) -> None:
    (tmp_path / "x.tmr").write_text(DORA, "utf-8")
    code, out, _ = tourney("check", "x.tmr", "--lang", lang, "--style", "short")
    assert code == 3
    assert out.startswith("x.tmr:11:9: error[R-DM-R4]: ")
    assert "Anna" in out
    assert "D?" in out
    assert "Dora" not in out


def test_programs_read_english_whatever_people_read(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "x.tmr").write_text(DORA, "utf-8")
    english = tourney("check", "x.tmr", "--json").out
    assert tourney("check", "x.tmr", "--json", "--lang", "ja").out == english
    assert json.loads(english)[0]["errors"][0]["message"].startswith("Anna ")
    assert tourney("games", "--json", "--lang", "en").code == 0


SAID = """\
check nope: 5: 'nope'というファイルはありません。保存してあるものはrun:NAMEかmatch:IDで指定します
check .: 2: '.'はフォルダーです。記録のファイルを指定してください
check event:x: 5: データベース「tourney.db」はありません。\
tourney run、event new、record、importのどれかで作られます。\
別のものは--dbで指定してください
check empty: 3: 'empty'に対戦がありません。記録はmatch: IDの行から始まります
replay empty: 3: 'empty'に対戦がありません。記録はmatch: IDの行から始まります
fmt -i -: 2: 標準入力は書き換えられません。ファイルを指定してください
fmt json: 3: json: JSONではありません(1行目2文字目: \
expecting property name enclosed in double quotes)。tourney fmt --jsonを見てください
replay latin: 3: latin:1:8: error[T-encoding]: UTF-8のテキストではありません(バイトe9); \
記録をUTF-8で保存してください
replay sample --as H: 2: この対戦に席'H'はありません。A〜C、spectator、openのどれかにしてください
replay sample --match x: 2: 'sample'に対戦'x'はありません。あるもの: spring-diams/r3-t1
chek empty: 2: 'chek'というコマンドはありません。'check'のことですか? \
(tourney --helpを見てください)
check: 2: 引数FILE|-|run:NAME|match:ID|event:NAME…がありません (tourney check --helpを見てください)
check empty --strct: 2: '--strct'というオプションはありません。\
'--strict'のことですか? \
(tourney check --helpを見てください)
check empty --style long: 2: --styleに'long'は使えません。使えるもの: full, short \
(tourney check --helpを見てください)
check empty --max-errors 0: 2: --max-errorsに'0'は使えません。1以上の整数にしてください \
(tourney check --helpを見てください)
check empty -j many: 2: --jobsに'many'は使えません。1から1024までの整数にしてください \
(tourney check --helpを見てください)
fmt --check=1 empty: 2: オプション--checkに値は付けられません (tourney fmt --helpを見てください)
run -g diams --deals x: 2: --dealsに'x'は使えません。整数にしてください \
(tourney run --helpを見てください)
run --resume a --extend b: 2: --resumeと--extendは一緒に使えません。どちらかにしてください
run nope.toml --resume a: 2: --resumeではランの設定のまま続けます。ランのファイルを外してください
compare a: 2: RUN_Bがありません。2つ目のランか、--bots NEW,OLDで2つのボットを指定してください
config set ascii maybe: 2: コマンドラインのasciiに'maybe'は使えません。trueかfalseにしてください
db restore no.bak: 5: バックアップ「no.bak」はありません。パスを確かめてください
event new Cup --plan no.toml: 5: ファイルがありません: 'no.toml'。パスを確かめてください
games diams chess: 2: 余分な引数があります(1個): 'chess' (tourney games --helpを見てください)
games chess: 2: 'chess'というゲームはありません。使えるゲーム: GAMES
games diam: 2: 'diam'というゲームはありません。'diams'のことですか? 使えるゲーム: GAMES
"""


@pytest.mark.parametrize("case", SAID.splitlines())
def test_what_is_wrong_with_a_command_is_said_in_japanese(
    tourney: Tourney, tmp_path: Path, case: str
) -> None:
    (tmp_path / "empty").write_text("# nothing\n")
    (tmp_path / "json").write_text("{")
    (tmp_path / "latin").write_bytes(b"match: \xe9\n")
    (tmp_path / "sample").write_text(SAMPLE.read_text("utf-8"), "utf-8")
    words, code, told = case.split(": ", 2)
    result = tourney(*words.split(), "--lang", "ja")
    told = told.replace("GAMES", ", ".join(GAMES))
    assert (result.code, result.err) == (int(code), f"tourney: {told}\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "run:x"), "'tourney.db'に'x'というランはありません。"),
        (("check", "match:x/1"), "'tourney.db'に'x/1'という対戦はありません。"),
        (("replay", "match:x/1"), "'tourney.db'に'x/1'という対戦はありません。"),
        (("check", "run:x", "--db", "no.db"), "データベース「no.db」はありません。"),
    ],
)
def test_what_a_database_lacks_is_said_in_japanese(
    tourney: Tourney, words: tuple[str, ...], said: str
) -> None:
    tourney("import", SAMPLE)
    result = tourney(*words, "--lang", "ja")
    assert result.code == 5
    assert result.err.startswith(f"tourney: {said}")


def test_a_run_is_summed_up_in_japanese_and_its_data_are_the_same(tourney: Tourney) -> None:
    bots = ("--bot", "greedy", "--bot", "random")
    told = tourney("run", "-g", "diams", *bots, "--deals", "1", "--name", "r", "--lang", "ja").err
    assert [line for line in told.splitlines() if not JAPANESE.search(line)] == []
    for words in (("runs", "show", "r"), ("runs",), ("bot", "list"), ("config", "show")):
        assert JAPANESE.search(tourney(*words, "--lang", "ja").out)
        shown = tourney(*words, "--json", "--lang", "ja").out
        assert shown.replace('"--lang"', '"default"').replace('"ja"', '"en"') == (
            tourney(*words, "--json").out
        )
    assert "秒数" in tourney("export", "results", "r", "--format", "plain", "--lang", "ja").out


def test_what_a_correction_changes_is_said_in_japanese(tourney: Tourney) -> None:
    tourney("import", SAMPLE)
    words = ("match", "void", "spring-diams/r3-t1", "--reason", "x", "--dry-run")
    assert "状態               終了 -> 無効\n" in tourney(*words, "--lang", "ja").out
    assert "status             complete -> void\n" in tourney(*words).out


def test_the_language_may_come_from_the_environment(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOURNEY_LANG", "ja")
    assert "対戦のうち" in tourney("check", *sorted(RECORDS.glob("*.tmr"))).err


def test_what_the_machine_says_has_a_japanese_text() -> None:
    for words in {text for pair in ENVIRONMENT.values() for text in pair}:
        assert JAPANESE.search(words.ja)
        assert not JAPANESE.search(words.en)


def starts(line: str) -> list[int]:
    """The first column of each cell in a line of a table."""
    return [columns(line[: cell.start()]) for cell in re.finditer(r"\S+(?: \S+)*", line)]


@pytest.mark.parametrize("format", ["table", "plain"])
def test_the_columns_of_the_games_are_aligned(tourney: Tourney, format: str) -> None:
    lines = tourney("games", "--lang", "ja", "--format", format).out.splitlines()
    head, *rows = (line for line in lines if line.strip("-"))
    assert head.split() == ["ゲーム", "題名", "席", "ルール", "オプション"]
    assert {tuple(starts(row)[:4]) for row in rows} == {tuple(starts(head)[:4])}


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_fits_a_terminal(tourney: Tourney, game: str) -> None:
    lines = tourney("games", game, "--lang", "ja").out.splitlines()
    assert max(map(columns, lines)) <= 80
    assert all(JAPANESE.search(lines[at]) for at in (0, lines.index("書き方:")))


def test_a_replay_says_in_japanese_whose_view_it_is(tourney: Tourney) -> None:
    shown = tourney("replay", SAMPLE, "--lang", "ja", "--as", "B").out
    assert shown.startswith("spring-diams/r3-t1: A rho  B greedy  C ucb  (視点: 席B)\n")


def test_a_text_is_broken_by_its_width_and_never_before_a_full_stop() -> None:
    text = "borderlineは隣どうしの差の上限です。9か、より厳しい8。"
    lines = wrapped(text, 20)
    assert max(map(columns, lines)) <= 20
    assert "".join(lines) == text
    assert not any(line[0] in "、。" for line in lines)


def test_a_japanese_line_ends_with_a_word() -> None:
    """A word keeps its particles and endings, a number its counter, a bracket its content."""
    text = "あいこはb1を置きました(12マス重ね)。ペナルティーとして8枚を引きました"
    assert wrapped(text, 24) == [
        "あいこはb1を置きました",
        "(12マス重ね)。",
        "ペナルティーとして8枚を",
        "引きました",
    ]


@pytest.mark.parametrize("width", [20, 40, 60])
def test_a_folded_line_is_indented_and_within_the_width(width: int) -> None:
    text = "第2版  2026-11-23 05:22:08  結果の訂正(えみによる): べんさんは8枚だった"
    first, *rest = hanging(text, width, "    ")
    assert max(map(columns, (first, *rest))) <= width
    assert all(line.startswith("    ") and line[4] != " " for line in rest)
    assert hanging(text, 80, "    ") == [text]


REPORT = """\
x.tmr:33:12: error[R-DI-R10]: 「convoy 7x1」はできません。手札に7はありません
    |
 27 | A: reveal 7 4 +CV +CR; vault 7x3* # 1234567890
    |                              ---- 7が最後に出たのはここです
    = ルール: DI-R10 (全文: tourney help rule:DI-R10)"""


def test_a_report_is_folded_between_words_and_a_line_of_a_record_is_not() -> None:
    assert folded_report(REPORT, 40).split("\n") == [
        "x.tmr:33:12: error[R-DI-R10]: 「convoy",
        "    7x1」はできません。手札に",
        "    7はありません",
        "    |",
        " 27 | A: reveal 7 4 +CV +CR; vault 7x3* # 1234567890",
        "    |                              ----",
        "    | 7が最後に出たのはここです",
        "    = ルール: DI-R10 (全文: tourney help",
        "        rule:DI-R10)",
    ]
    assert folded_report(REPORT, 100) == REPORT


# The sample game of the docs has its words in English only.
@pytest.mark.parametrize("name", [name for name in GAMES if family(name) != "low_card"])
def test_a_move_as_the_japanese_list_has_it_can_be_typed(name: str) -> None:
    game, rng, seen = GAMES[name], Random(3), set[str]()
    state = game.start(game.options({}, game.seats[0]), game.seats[0])
    names = ("あいこ", "べん", "ちえ", "だん")[: game.seats[0]]
    while (owing := state.pending()) and len(seen) < 60:
        seat = owing[0]
        if seat == CHANCE:
            state.apply(seat, game.shuffle(state, rng), [])
            continue
        for move in state.legal_moves(seat)[:40]:
            text = readable(game, game.move_text(move), "ja")
            assert not re.search("[a-z]{2}", text), text
            if text not in seen:
                assert read_move(Observation(game, state, seat), names, text) == move
                seen.add(text)
        state.apply(seat, state.sample(seat, rng), [])
    assert len(seen) > 20


TYPED = re.compile(r"\b(main|final|swiss|one-table|diams|diamonds|plays|open|closed|complete)\b")
"""Words that are typed, or stand in files: a reader sees others."""


def test_the_screens_of_an_organiser_have_japanese_words(tourney: Tourney) -> None:
    """Typed words are left where they are to be typed: in commands, ids and lists of formats."""
    players = "あいこ,べん,ちえ,だん,えみ,ふみ"
    new = ("event", "new", "杯", "--players", players, "--game", "diams,diamonds", "--rounds", "2")

    def screen(*words: str) -> str:
        told = tourney(*words, "--lang", "ja")
        assert told.code == 0, told
        return told.out + told.err

    made = screen(*new, "--sizes", "3", "--final", "top2:diams")
    assert "本戦: ディアムス、ダイヤモンド、形式スイス方式、2回戦" in made
    assert "総当たり(roundrobin)、" in made
    shown = [made]
    for round_ in ("1", "2"):
        shown.append(screen("event", "pair"))
        for table in ("t1", "t2"):
            shown.append(screen("match", "result", f"r{round_}/{table}", "12,9,6"))
    shown.append(screen("standings", "--stage", "本戦"))
    shown.append(screen("event", "final", "--lots"))
    shown.append(screen("event", "pair"))
    shown.append(screen("match", "result", "決勝/r1/t1", "11,9"))
    for words in ("event show", "event show --entrants", "event list", "event dates", "standings",
                  "ratings", "match list", "match show 杯/決勝/r1/t1", "player show あいこ",
                  "event explain あいこ", "event close", "event list"):  # fmt: skip
        shown.append(screen(*words.split()))
    for line in "".join(shown).splitlines():
        plain = re.sub(r"tourney .*|event-1/\S+|\(\S+?\)|ルール\w+/1|--\S+", "", line)
        assert not TYPED.search(plain), line
    assert tourney("event", "show", "--lang", "ja", "--json") == tourney("event", "show", "--json")
    csv = ("match", "list", "--format", "csv")
    assert tourney(*csv, "--lang", "ja") == tourney(*csv)


def test_the_only_stage_of_a_plan_has_a_japanese_name_on_its_page(tourney: Tourney) -> None:
    players = "あいこ,べん,ちえ,だん,えみ,ふみ,げん,はな"
    args = ("--players", players, "--game", "diamonds", "--schedule", "swiss", "--rounds", "1")
    tourney("event", "new", "cup", *args, "--final", "top4", "--sizes", "4")
    tourney("event", "pair")
    for table in (1, 2):
        tourney("match", "result", f"r1/t{table}", "31,22,11,9")
    tourney("event", "final", "--yes")
    page = tourney("report", "event", "cup", "--lang", "ja", "-o", "-").out
    assert "本戦の順位" in page
    assert "mainの" not in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("stats",), "コマンドがありません"),
        (("crosstable",), "このデータベースにランはありません"),
        (("export", "results", "x"), "'x'というランも対戦もありません"),
        (("match", "result", "r9/t1", "3,4"), "「本戦」に回戦'9'はまだありません"),
    ],
)
def test_what_is_missing_is_said_in_japanese(
    tourney: Tourney, words: tuple[str, ...], said: str
) -> None:
    if words[0] == "match":
        new = ("--players", "あい,べん", "--game", "diams", "--final", "top2", "--rounds", "2")
        assert tourney("event", "new", "杯", *new).code == 0
        assert tourney("event", "pair", "杯").code == 0
    else:
        tourney("player", "add", "あい")
    told = tourney(*words, "--lang", "ja")
    assert told.code != 0
    assert said in told.err
