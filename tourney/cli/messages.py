"""Messages of the commands `check`, `fmt`, `replay`, `games` and `sheet`."""

from typing import Final

from engines.messages import Sentence

# Names on the command line.

NO_FILE: Final = Sentence(
    "cli.no-file",
    "no file {name}; for stored matches use run:NAME or match:ID",
    "{name}というファイルはありません。保存してあるものはrun:NAMEかmatch:IDで指定します",
)
NUL_NAME: Final = Sentence(
    "cli.nul-name",
    "no file {name}; file names cannot contain a NUL character",
    "{name}というファイルはありません。ファイル名にNUL文字は使えません",
)
A_FOLDER: Final = Sentence(
    "cli.a-folder",
    "{name} is a folder; give the file of a record",
    "{name}はフォルダーです。記録のファイルを指定してください",
)
PASSWORD_IN_ARGUMENT: Final = Sentence(
    "cli.password-in-argument",
    "everybody on this machine can read the password in an argument {database}; set PGPASSWORD, "
    "use ~/.pgpass, or write the address into TOURNEY_DB or tourney.toml",
    "引数のパスワードはこのコンピューターのだれでも読めます({database})。PGPASSWORDか~/.pgpassを使うか、"
    "アドレスをTOURNEY_DBかtourney.tomlに書いてください",
)
NO_EVENT: Final = Sentence(
    "cli.no-event",
    "no event {name}; an event is named in the headers of stored records",
    "{name}というイベントはありません。イベントは保存した記録のヘッダーに書かれています",
)
IN_FILE: Final = Sentence("cli.in-file", "{name}: {fault}", "{name}: {fault}")
UNKNOWN_GAME: Final = Sentence(
    "cli.unknown-game",
    "unknown game {name}; known games: {known}",
    "{name}というゲームはありません。使えるゲーム: {known}",
)
MEANT_GAME: Final = Sentence(
    "cli.meant-game",
    "unknown game {name}; did you mean {near}? known games: {known}",
    "{name}というゲームはありません。{near}のことですか? 使えるゲーム: {known}",
)

# Questions

NO_ANSWER: Final = Sentence(
    "cli.no-answer",
    "a question needs an answer: {question} confirm with --yes",
    "質問に答えが必要です: {question} --yesで「はい」と答えられます",
)

# tourney run

BOT_CHECK_INTERRUPTED: Final = Sentence(
    "cli.bot-check-interrupted",
    "interrupted; the other checks were not made",
    "中断しました。残りのチェックは行われていません",
)
NOT_STARTED: Final = Sentence(
    "cli.bot-not-started",
    "bot {bot} did not start ({why}); its matches are forfeited, play them again with: {command}",
    "ボット{bot}は起動しませんでした({why})。その対戦は不戦敗になっています。"
    "もう一度行うには: {command}",
)
CONTINUE: Final = Sentence(
    "cli.continue",
    "continue with: {command}",
    "続けるには: {command}",
)

STORED_SO_FAR: Final = Sentence(
    "cli.stored-so-far",
    "{fault}; {count} of {total} matches are stored, continue with: {command}",
    "{fault}。{total}対戦のうち{count}対戦は保存済みです。続けるには: {command}",
)

NO_TIMES: Final = Sentence(
    "cli.no-times",
    "no times of moves are stored for run {run}; moves of programs and Python classes are timed, "
    "not with --log results",
    "ラン{run}には1手の時間が保存されていません。時間を測るのはプログラムとPythonのクラスの手だけで、"
    "--log resultsでは保存しません",
)

# tourney check

CHECK_INTERRUPTED: Final = Sentence(
    "cli.check-interrupted",
    "interrupted; continue with: {command}",
    "中断しました。続けるには: {command}",
)
PASS: Final = Sentence(
    "cli.pass", "{passed} of {count} matches pass", "{count}対戦のうち{passed}対戦が合格"
)

# tourney fmt

STDIN_IN_PLACE: Final = Sentence(
    "cli.stdin-in-place",
    "stdin cannot be written in place; give a file",
    "標準入力は書き換えられません。ファイルを指定してください",
)
WROTE: Final = Sentence("cli.wrote", "wrote {name}", "{name}に書きました")
WROTE_TO: Final = Sentence("cli.wrote-to", "wrote {what} to {name}", "{what}を{name}に書きました")
CANONICAL: Final = Sentence("cli.canonical", "{name} (canonical)", "{name} (標準形)")

# tourney replay

NO_MOVES: Final = Sentence(
    "cli.no-moves",
    "match {name} has no moves: only its result was recorded",
    "対戦{name}には手がありません。結果だけが記録されています",
)
SEVERAL: Final = Sentence(
    "cli.several",
    "{name} holds {count} matches; choose one with --match ({some})",
    "{name}には{count}対戦あります。--matchで選んでください({some})",
)
NOT_IN_FILE: Final = Sentence(
    "cli.not-in-file",
    "no match {wanted} in {name}; it holds {some}",
    "{name}に対戦{wanted}はありません。あるもの: {some}",
)
NO_SEAT: Final = Sentence(
    "cli.no-seat",
    "no seat {seat} in this match; use A to {last}, spectator or open",
    "この対戦に席{seat}はありません。A〜{last}、spectator、openのどれかにしてください",
)

# tourney games

GAME: Final = Sentence("cli.game", "game", "ゲーム")
TITLE: Final = Sentence("cli.title", "title", "題名")
SEATS: Final = Sentence("cli.seats", "seats", "席")
RULES: Final = Sentence("cli.rules", "rules", "ルール")
OPTIONS: Final = Sentence("cli.options", "options", "オプション")
GAME_HEAD: Final = Sentence(
    "cli.game-head",
    "{title} ({name}), {seats} seats, rules {rules}",
    "{title} ({name})、{seats}席、ルール {rules}",
)
OPTIONS_HEAD: Final = Sentence(
    "cli.options-head", "Options and defaults:", "オプションと、指定しないときの値:"
)
NOTATION_HEAD: Final = Sentence("cli.notation-head", "Notation:", "書き方:")

# tourney sheet

WHICH_SHEET: Final = Sentence(
    "cli.which-sheet",
    "no game given; name one of {known}, or an event and a round with --event and --round",
    "ゲームを指定してください({known})。または--eventと--roundで指定してください",
)
GAME_OF_EVENT: Final = Sentence(
    "cli.game-of-event",
    "{words} cannot be combined with --event; the matches of the event determine this",
    "{words}は--eventと一緒に使えません。イベントの対戦で決まります",
)
EVENT_AND_ROUND: Final = Sentence(
    "cli.event-and-round",
    "--event and --round are only used together; add {missing}",
    "--eventと--roundは一緒に使います。{missing}を付けてください",
)
NO_ROUND: Final = Sentence(
    "cli.no-round",
    "event {event} has no round {round}; it has {known}",
    "イベント{event}に回戦{round}はありません。あるもの: {known}",
)
NO_ROUNDS: Final = Sentence("cli.no-rounds", "no rounds", "なし")
DEALS: Final = Sentence("cli.deals", "1 to {last}", "1から{last}")
MORE_PLAYERS: Final = Sentence(
    "cli.more-players",
    "{players} players are named for {seats} seats; leave some out, or change --seats",
    "{seats}席にプレイヤーが{players}人います。減らすか--seatsを変えてください",
)
SHEET_FORMAT: Final = Sentence(
    "cli.sheet-format",
    "a sheet is an HTML page; remove --format and --columns",
    "用紙はHTMLのページです。--formatと--columnsを外してください",
)
WROTE_SHEETS: Final = Sentence(
    "cli.wrote-sheets",
    "wrote {count} {count:sheet|sheets} to {name}; open the file in a browser and print it",
    "{name}に用紙を{count}枚書きました。ブラウザーで開いて印刷してください",
)

MORE_PROBLEMS: Final = Sentence(
    "cli.more-problems", "only the first {count} lines are shown", "最初の{count}行だけを表示します"
)
NOT_COVERED: Final = Sentence(
    "cli.not-covered",
    "stored before there were digests, so not covered: {what}",
    "ダイジェストができる前に保存されたため、確かめられません: {what}",
)
YES_OR_NO: Final = Sentence(
    "cli.yes-or-no",
    "answer {text} is neither yes nor no",
    "{text}は「はい」でも「いいえ」でもありません",
)
