"""Messages about the text of records: what cannot be read, and the correct form."""

from typing import Final

from engines.messages import Sentence

# Remedies that many places use.

BOTH: Final = Sentence("records.both", "{one}; {other}", "{one}。{other}")
DID_YOU_MEAN: Final = Sentence(
    "records.did-you-mean", "did you mean '{word}'?", "「{word}」のことですか?"
)
ONE_OF: Final = Sentence("records.one-of", "one of: {words}", "次のどれか: {words}")
SEE_NOTATION: Final = Sentence(
    "records.see-notation", "see `tourney help notation`", "`tourney help notation`を見てください"
)
WRITE: Final = Sentence("records.write", "write {form}", "{form}と書いてください")
A_NUMBER_OF_TURNS: Final = Sentence(
    "records.a-number-of-turns", "a number of turns from 1 to 9999", "1〜9999の番の数"
)
GAP_IN_ENGINE: Final = Sentence(
    "records.gap-in-engine",
    "a record with source: engine has every turn",
    "source: engineの記録に抜けた番はありません",
)
OTHER_SOURCE: Final = Sentence(
    "records.other-source",
    "write source: table or source: notes, or the turns that are missing",
    "source: tableかsource: notesと書くか、抜けた番を書いてください",
)
WRITE_EITHER: Final = Sentence(
    "records.write-either", "write {one}, or {other}", "{one}、または{other}と書いてください"
)
KEEP_ONE: Final = Sentence("records.keep-one", "keep one of them", "どちらか一つだけ残してください")

# Lines.

LINE_TOO_LONG: Final = Sentence(
    "records.line-too-long",
    "the line has {size} bytes, {most} at most",
    "行が{size}バイトあります(最大{most}バイト)",
)
CANONICAL_TOO_LONG: Final = Sentence(
    "records.canonical-too-long",
    "in canonical form the line has {size} bytes, {most} at most",
    "標準形では行が{size}バイトになります(最大{most}バイト)",
)
SHORTEN_LINE: Final = Sentence(
    "records.shorten-line",
    "shorten it, or put a part of it into another line",
    "短くするか、一部を別の行に移してください",
)
ACCENTS: Final = Sentence(
    "records.accents",
    "a letter has {count} accents, {most} at most",
    "一つの文字に記号が{count}個付いています(最大{most}個)",
)
CONTROL: Final = Sentence(
    "records.control", "control character {name}", "制御文字{name}が入っています"
)
PLAIN_TEXT: Final = Sentence(
    "records.plain-text",
    "remove it: a record is plain text",
    "取り除いてください。記録はプレーンテキストです",
)
NOT_UTF8: Final = Sentence(
    "records.not-utf8",
    "this is not UTF-8 text: byte {byte}",
    "UTF-8のテキストではありません(バイト{byte})",
)
SAVE_UTF8: Final = Sentence(
    "records.save-utf8", "save the record as UTF-8", "記録をUTF-8で保存してください"
)
FORMAT_VERSION: Final = Sentence(
    "records.format-version",
    "unknown format version '{version}'",
    "形式のバージョン「{version}」は使えません",
)
READS_VERSION: Final = Sentence(
    "records.reads-version",
    "this program reads version {version}",
    "このプログラムが読めるのはバージョン{version}です",
)
HEADER_AFTER_TRAILER: Final = Sentence(
    "records.header-after-trailer", "a header after the trailer", "見出し行が結果より後にあります"
)
HEADER_AFTER_TURN: Final = Sentence(
    "records.header-after-turn",
    "a header after the first turn",
    "見出し行が最初の手番より後にあります",
)
TURN_AFTER_TRAILER: Final = Sentence(
    "records.turn-after-trailer", "a turn after the trailer", "手番の行が結果より後にあります"
)
IN_ORDER: Final = Sentence(
    "records.in-order",
    "write headers, turns and trailer in this order",
    "見出し、手番、結果の順に書いてください",
)
AFTER_TRAILER_ONLY: Final = Sentence(
    "records.after-trailer-only",
    "only -- adjust and -- note may follow the trailer",
    "結果の後に書けるのは-- adjustと-- noteだけです",
)
NO_ID: Final = Sentence(
    "records.no-id", "a match starts with its id", "対戦の記録はidの行から始まります"
)
UNREADABLE: Final = Sentence("records.unreadable", "cannot read this line", "この行は読めません")
LINE_KINDS: Final = Sentence(
    "records.line-kinds",
    "a line is `key: value`, `seat A: NAME`, `A: action`, `-- directive` or `# comment`",
    "行は`key: value`、`seat A: NAME`、`A: action`、`-- directive`、`# comment`のどれかです",
)
UNKNOWN_KEY: Final = Sentence(
    "records.unknown-key", "unknown key '{key}'", "「{key}」というキーはありません"
)
PRIVATE_KEYS: Final = Sentence(
    "records.private-keys",
    "private keys start with x-",
    "自分用のキーはx-で始めてください",
)

# Headers and seats.

MATCH_TWICE: Final = Sentence(
    "records.match-twice",
    "match '{match}' is in this file twice",
    "対戦「{match}」がこのファイルに二つあります",
)
RENAME: Final = Sentence("records.rename", "rename one", "一方のidを変えてください")
KEY_TWICE: Final = Sentence(
    "records.key-twice", "'{key}' is given twice", "「{key}」の行が二つあります"
)
KEEP_ONE_LINE: Final = Sentence(
    "records.keep-one-line", "keep one of the lines", "一行だけ残してください"
)
SEAT_TWICE: Final = Sentence(
    "records.seat-twice", "seat {seat} is given twice", "席{seat}の行が二つあります"
)
SEAT_SKIPPED: Final = Sentence(
    "records.seat-skipped", "a seat is missing", "抜けている席があります"
)
NAME_ALL: Final = Sentence(
    "records.name-all",
    "name every seat from A on; write ? for an unknown name",
    "席Aから順に全員を書いてください。名前が不明なら?と書きます",
)
NO_GAME: Final = Sentence("records.no-game", "the match has no game", "対戦にgameの行がありません")
GAME_FORM: Final = Sentence("records.game-form", "game: NAME, {names}", "game: ゲーム名({names})")
NO_SEATS: Final = Sentence(
    "records.no-seats", "the match has no seats", "対戦にseatの行がありません"
)
SEAT_LINES: Final = Sentence(
    "records.seat-lines", "write seat A: NAME and so on", "seat A: NAMEのように書いてください"
)
RULES_VERSION: Final = Sentence(
    "records.rules-version",
    "unknown version of the rules '{given}'",
    "ルールのバージョン「{given}」はありません",
)
KNOWN: Final = Sentence("records.known", "known: {known}", "使えるもの: {known}")
NO_VALUE: Final = Sentence("records.no-value", "'{key}' has no value", "「{key}」に値がありません")
WRITE_OR_REMOVE: Final = Sentence(
    "records.write-or-remove",
    "write one or remove the line",
    "値を書くか、行を消してください",
)
NO_NAME: Final = Sentence("records.no-name", "the seat has no name", "席に名前がありません")
WRITE_UNKNOWN: Final = Sentence(
    "records.write-unknown", "write ? for an unknown name", "名前が不明なら?と書いてください"
)
UNKNOWN_GAME: Final = Sentence(
    "records.unknown-game", "unknown game '{word}'", "「{word}」というゲームはありません"
)
UNKNOWN_SOURCE: Final = Sentence(
    "records.unknown-source", "unknown source '{word}'", "「{word}」というsourceはありません"
)
UNKNOWN_STATUS: Final = Sentence(
    "records.unknown-status", "unknown status '{word}'", "「{word}」というstatusはありません"
)
NOT_AN_ID: Final = Sentence(
    "records.not-an-id", "'{text}' is not a match id", "「{text}」は対戦のidではありません"
)
ONE_WORD: Final = Sentence("records.one-word", "write one word", "空白のない一語で書いてください")
NAME_TOO_LONG: Final = Sentence(
    "records.name-too-long",
    "{what} has {count} characters, {most} at most",
    "{what}が{count}文字あります(最大{most}文字)",
)
THE_NAME: Final = Sentence("records.the-name", "the name", "名前")
THE_ID: Final = Sentence("records.the-id", "the match id", "対戦のid")
NOT_A_DATE: Final = Sentence(
    "records.not-a-date", "'{text}' is not a date", "「{text}」は日付ではありません"
)
DATE_FORM: Final = Sentence(
    "records.date-form",
    "write YYYY-MM-DD, or part of it",
    "YYYY-MM-DDか、その一部を書いてください",
)
NOT_AN_OPTION: Final = Sentence(
    "records.not-an-option", "'{text}' is not an option", "「{text}」はオプションではありません"
)
OPTION_TWICE: Final = Sentence(
    "records.option-twice", "option '{key}' is given twice", "オプション「{key}」が二つあります"
)
NOT_AN_ATTRIBUTE: Final = Sentence(
    "records.not-an-attribute", "'{text}' is not an attribute", "「{text}」は属性ではありません"
)
ATTRIBUTE_FORM: Final = Sentence(
    "records.attribute-form",
    "write [bot VERSION], [id ID] or [new]; a name cannot end in brackets",
    "[bot VERSION]、[id ID]、[new]のどれかを書いてください。名前の最後に括弧は使えません",
)

# The trailer.

RESULT_UNREADABLE: Final = Sentence(
    "records.result-unreadable", "cannot read the result", "resultが読めません"
)
RESULT_FORM: Final = Sentence(
    "records.result-form",
    "write a score or ? for every seat, such as A 26, B 8",
    "A 26, B 8のように、全部の席に得点か?を書いてください",
)
RANK_UNREADABLE: Final = Sentence(
    "records.rank-unreadable", "cannot read the rank", "rankが読めません"
)
RANK_CUT: Final = Sentence("records.rank-cut", "the rank is incomplete", "rankが途中で切れています")
RANK_FORM: Final = Sentence(
    "records.rank-form",
    "write every seat once, such as A > B = C > D",
    "A > B = C > Dのように、全部の席を一度ずつ書いてください",
)
SEAT_REPEATED: Final = Sentence(
    "records.seat-repeated", "seat {seat} is named twice", "席{seat}が二度書かれています"
)
SEAT_MISSING: Final = Sentence(
    "records.seat-missing", "seat {seat} is missing", "席{seat}がありません"
)
NAME_ONCE: Final = Sentence(
    "records.name-once", "name every seat once", "全部の席を一度ずつ書いてください"
)
SEATS_TO: Final = Sentence("records.seats-to", "the seats are A to {last}", "席はA〜{last}です")
FORFEIT_UNREADABLE: Final = Sentence(
    "records.forfeit-unreadable", "cannot read the forfeit", "forfeitが読めません"
)
FORFEIT_FORM: Final = Sentence(
    "records.forfeit-form",
    "write a seat and a reason, such as D left",
    "D leftのように、席と理由を書いてください",
)
UNKNOWN_FORFEIT: Final = Sentence(
    "records.unknown-forfeit",
    "unknown reason '{reason}' for a forfeit",
    "「{reason}」というforfeitの理由はありません",
)
FORFEIT_ONCE: Final = Sentence(
    "records.forfeit-once", "a seat can forfeit only once", "一つの席のforfeitは一度だけです"
)

# Directives.

NO_DIRECTIVE: Final = Sentence(
    "records.no-directive", "a directive needs a word", "--の後に語が必要です"
)
EXPECTED: Final = Sentence(
    "records.expected",
    "expected {what}, found {found}",
    "ここには{what}が必要ですが、{found}",
)
FOUND_WORD: Final = Sentence("records.found-word", "'{word}'", "「{word}」があります")
FOUND_NOTHING: Final = Sentence("records.found-nothing", "nothing", "何もありません")
A_TIME: Final = Sentence("records.a-time", "a time", "時刻")
A_COUNT: Final = Sentence("records.a-count", "a count", "数の名前")
A_CHANGE: Final = Sentence("records.a-change", "a change such as -1", "-1のような増減")
ONE_TEXT: Final = Sentence(
    "records.one-text", "expected one text in quotes", "ここには引用符で囲んだ文が必要です"
)
A_REASON: Final = Sentence(
    "records.a-reason", "expected a reason", "ここにはreasonと理由が必要です"
)
NOTHING_MORE: Final = Sentence(
    "records.nothing-more", "expected nothing more", "ここから後は余分です"
)
OPEN_QUOTE: Final = Sentence(
    "records.open-quote", "a quote is not closed", "引用符が閉じていません"
)
CLOSE_QUOTE: Final = Sentence("records.close-quote", 'close it with "', '"で閉じてください')

# Actions.

NUMBER_TOO_LONG: Final = Sentence(
    "records.number-too-long", "a number is too long", "数の桁が多すぎます"
)
ACTION_TOO_LONG: Final = Sentence(
    "records.action-too-long",
    "the action has {count} characters, {most} at most",
    "行動が{count}文字あります(最大{most}文字)",
)
NO_ACTION: Final = Sentence("records.no-action", "an action is missing", "行動がありません")
REMOVE_SEMICOLON: Final = Sentence(
    "records.remove-semicolon",
    "write an action, or remove the ;",
    "行動を書くか、;を消してください",
)
UNKNOWN_REASON: Final = Sentence(
    "records.unknown-reason", "unknown reason '!{code}'", "「!{code}」という理由はありません"
)
UNMARKED: Final = Sentence(
    "records.unmarked",
    "'!{code}' follows an action without a mark",
    "印のない行動に「!{code}」が付いています",
)
MARK_FORM: Final = Sentence(
    "records.mark-form",
    "write ^ or ~ before the action and one of {codes} after the !",
    "行動の前に^か~を、!の後に{codes}のどれかを書いてください",
)

# Records as JSON.

NO_JSON: Final = Sentence(
    "records.no-json",
    "not JSON: {what} at line {line}, column {column}; see tourney fmt --json",
    "JSONではありません({line}行目{column}文字目: {what})。tourney fmt --jsonを見てください",
)
BAD_JSON: Final = Sentence(
    "records.bad-json",
    "not JSON: not UTF-8, a number too long or values nested too deeply; see tourney fmt --json",
    "JSONではありません(UTF-8でない、数が長すぎる、または入れ子が深すぎます)。"
    "tourney fmt --jsonを見てください",
)
NO_RECORDS: Final = Sentence(
    "records.no-records",
    'not match records: expected "tmr": {version} at the top',
    '対戦の記録ではありません。先頭に"tmr": {version}が必要です',
)
NOT_A_RECORD: Final = Sentence(
    "records.not-a-record", "not a match record: {why}", "対戦の記録ではありません。{why}"
)
WITHIN_OBJECT: Final = Sentence(
    "records.within-object",
    "expected an object around '{key}'",
    "「{key}」はオブジェクトの中に書きます",
)
NOT_OBJECTS: Final = Sentence(
    "records.not-objects",
    "'{key}' is not a list of objects",
    "「{key}」はオブジェクトのリストではありません",
)
NOT_A_LIST: Final = Sentence(
    "records.not-a-list", "'{key}' is not a list", "「{key}」はリストではありません"
)
NOT_A_COMMENT: Final = Sentence(
    "records.not-a-comment",
    "'{key}' is not a comment: start it with #",
    "「{key}」はコメントではありません。#で始めてください",
)
NOT_A_LINE: Final = Sentence(
    "records.not-a-line",
    "'{key}' is not a line of text",
    "「{key}」は一行のテキストではありません",
)
IN_BODY: Final = Sentence(
    "records.in-body",
    "a turn or a directive is needed here",
    "ここには手番か指示の行が必要です",
)
