"""Messages about files that are exported or imported."""

from typing import Final

from engines.messages import Sentence

AT: Final = Sentence("exports.at", "{where}: {fault}", "{where}: {fault}")
TABLE_NOT_UTF8: Final = Sentence(
    "exports.table-not-utf8",
    "not UTF-8 text; save the file as UTF-8 (in a spreadsheet: CSV UTF-8)",
    "UTF-8のテキストではありません。UTF-8で保存してください(表計算ソフトでは「CSV UTF-8」)",
)
NO_EVENT_DOCUMENT: Final = Sentence(
    "exports.no-event-document",
    "not a document of an event; use a file of tourney export event",
    "イベントの文書ではありません。tourney export eventで書き出したファイルを使ってください",
)
OTHER_VERSION: Final = Sentence(
    "exports.other-version",
    "version {version} of the format; this program reads version {known}: upgrade the program",
    "形式のバージョンは{version}ですが、読めるのは{known}です。プログラムを更新してください",
)
NO_NAME: Final = Sentence(
    "exports.no-name",
    "the document has no name of an event; export the event again",
    "イベントの名前がありません。もう一度書き出してください",
)
NO_LIST: Final = Sentence(
    "exports.no-list",
    "the document has no list {list}; export the event again",
    "文書にリスト{list}がありません。もう一度書き出してください",
)
ITEM_CHANGED: Final = Sentence(
    "exports.item-changed",
    "was changed by hand: its digest does not fit; export the event again, and correct matches "
    "with tourney match",
    "書き換えられていて、ダイジェストが合いません。"
    "イベントをもう一度書き出し、対戦はtourney matchで訂正してください",
)
ITEMS_CHANGED: Final = Sentence(
    "exports.items-changed",
    "items were added, removed or moved: the digest of the document does not fit; export the "
    "event again",
    "項目が追加、削除、または移動されていて、文書のダイジェストが合いません。"
    "イベントをもう一度書き出してください",
)
ITEM_WRONG: Final = Sentence(
    "exports.item-wrong",
    "{fault}; export the event again",
    "{fault}。イベントをもう一度書き出してください",
)
RESULT_WRONG: Final = Sentence(
    "exports.result-wrong",
    "{fault}; correct it in the database from which the event was exported, with {command}, and "
    "export the event again",
    "{fault}。書き出したデータベースで{command}を使って直し、イベントをもう一度書き出してください",
)
RECORD_WRONG: Final = Sentence(
    "exports.record-wrong",
    "{fault}; correct it in the database from which the event was exported, with {command}, or "
    "export the event again if the file is damaged",
    "{fault}。書き出したデータベースで{command}を使って直すか、ファイルが壊れていればもう一度書き出してください",
)
NO_SUCH_KEY: Final = Sentence(
    "exports.no-such-key",
    "a document has no key {key}",
    "文書に{key}というキーはありません",
)
NO_SUCH_ROW: Final = Sentence(
    "exports.no-such-row",
    "no change of an event is called {what}",
    "イベントに{what}という変更はありません",
)
NO_SUCH_PLACE: Final = Sentence(
    "exports.no-such-place",
    "there is no number {number}: the document has {count} of them",
    "{number}番はありません。文書にあるのは{count}までです",
)
BAD_EVENT_NAME: Final = Sentence(
    "exports.bad-event-name",
    "the name of an event has 1 to {most} printable characters",
    "イベントの名前は表示できる文字で{most}文字までです",
)
BAD_PLAYER: Final = Sentence(
    "exports.bad-player",
    "{name} cannot be the name of a player",
    "{name}はプレイヤーの名前にできません",
)
PLAYER_TWICE: Final = Sentence(
    "exports.player-twice",
    "another player before is called {name} as well",
    "{name}という名前のプレイヤーが前にもいます",
)
ENTRANT_TWICE: Final = Sentence(
    "exports.entrant-twice",
    "the same player or bot has entered before",
    "同じプレイヤーかボットが前に参加しています",
)
OTHER_STATUS: Final = Sentence(
    "exports.other-status",
    "the record has the status {status}, not {told}",
    "記録のstatusは{status}で、{told}ではありません",
)
OTHER_EVENT: Final = Sentence(
    "exports.other-event",
    "the record belongs to the event {event}",
    "記録はイベント{event}のものです",
)
BEYOND_RECORD: Final = Sentence(
    "exports.beyond-record",
    "{what} {value} is not in the record, whose last one is {last}",
    "記録に{what} {value}はありません。最後は{last}です",
)
OTHER_SEATS: Final = Sentence(
    "exports.other-seats",
    "the record of match {match} has {count} {count:seat|seats}",
    "対戦{match}の記録の席は{count}です",
)
NO_TIME: Final = Sentence(
    "exports.no-time", "there is no day or time {value}", "{value}という日時はありません"
)
NO_RECORD: Final = Sentence(
    "exports.no-record",
    "the document has no match {number}",
    "文書に{number}番の対戦がありません",
)
OTHER_TABLE: Final = Sentence(
    "exports.other-table",
    "the record of match {match} has the {key} {value}",
    "対戦{match}の記録の{key}は{value}です",
)
OTHER_PLAYER: Final = Sentence(
    "exports.other-player",
    "at this seat the record of match {match} names {name}",
    "対戦{match}の記録でこの席にいるのは{name}です",
)
MISSING_EXTRA: Final = Sentence(
    "exports.missing-extra",
    "{format} files need the extra '{extra}', which is not installed: pip install {library}",
    "{format}のファイルには追加機能「{extra}」が必要です: pip install {library}",
)
IN_RESULT: Final = Sentence(
    "exports.in-result", "{where}: match {match}: {fault}", "{where}: 対戦{match}: {fault}"
)
IN_COLUMN: Final = Sentence(
    "exports.in-column",
    "{where}: match {match}: {column}: {fault}",
    "{where}: 対戦{match}: {column}: {fault}",
)
WITH_REMEDY: Final = Sentence("exports.with-remedy", "{fault}; {remedy}", "{fault}。{remedy}")
NO_SUCH_GAME: Final = Sentence(
    "exports.no-such-game",
    "unknown game {game}; use one of {known}",
    "{game}というゲームはありません。あるもの: {known}",
)
SOME_PLACES: Final = Sentence(
    "exports.some-places",
    "some seats have a place and some have none; give all places or none",
    "順位のある席とない席があります。全部に書くか、全部消してください",
)
TIE_UNDECIDED: Final = Sentence(
    "exports.tie-undecided",
    "equal scores do not decide the places in this game; add the column place",
    "このゲームでは同点だけでは順位が決まりません。列placeを加えてください",
)
TIES_SHARED: Final = Sentence(
    "exports.ties-shared",
    "equal scores share a place in {count} {count:match|matches}, the first at {where}; where "
    "something else decides, add the column place",
    "{count}対戦で同じ得点を同順位にしました(最初は{where})。ほかのことで決まるときは列placeを加えてください",
)
SAME_MATCH: Final = Sentence(
    "exports.same-match",
    "another result before has the same id; put the rows of a match together, or rename one",
    "同じIDの結果が前にあります。1つの対戦の行を続けて書くか、名前を変えてください",
)
BAD_CELL: Final = Sentence(
    "exports.bad-cell",
    "{where}: {value} in column {column}: {fault}",
    "{where}: 列{column}の{value}: {fault}",
)
NOT_A_PLACE: Final = Sentence(
    "exports.not-a-place", "use a place from 1 on", "1以上の順位にしてください"
)
COLUMN_TWICE: Final = Sentence(
    "exports.column-twice",
    "two columns are called {column}; remove one",
    "列{column}が二つあります。一つにしてください",
)
NO_RESULTS: Final = Sentence(
    "exports.no-results",
    "no results; write a row for each match and seat",
    "結果がありません。対戦と席ごとに1行書いてください",
)
NOT_A_FLAG: Final = Sentence(
    "exports.not-a-flag", "write true or false", "trueかfalseを書いてください"
)
NOT_PLAIN: Final = Sentence(
    "exports.not-plain", "write a text or a number", "文字か数を書いてください"
)
NOT_WHOLE: Final = Sentence("exports.not-whole", "use a whole number", "整数にしてください")
WIDTH: Final = Sentence(
    "exports.width",
    "the row has more or fewer cells than the heading; correct the row",
    "行のセルの数が見出しと違います。行を直してください",
)
NO_OBJECT: Final = Sentence(
    "exports.no-object",
    "not a JSON object; write one object on each line",
    "JSONのオブジェクトではありません。1行に1つ書いてください",
)
NO_COLUMN: Final = Sentence(
    "exports.no-column",
    "unknown column {column}; use {known}, or a name that starts with x-",
    "{column}という列はありません。使えるのは{known}と、x-で始まる名前です",
)
COLUMN_MISSING: Final = Sentence(
    "exports.column-missing",
    "the column {column} is missing; add it",
    "列{column}がありません。加えてください",
)
OTHER_IN_MATCH: Final = Sentence(
    "exports.other-in-match",
    "the rows of a match before have {value}; write the same in all of them",
    "同じ対戦の前の行では{value}です。同じ値にしてください",
)
WRONG_SEATS: Final = Sentence(
    "exports.wrong-seats",
    "the seats of this match are {known}, each once",
    "この対戦の席は{known}で、それぞれ1回です",
)
NO_PLAYER_NAME: Final = Sentence(
    "exports.no-player-name",
    "the player has no name; write ? for an unknown one",
    "プレイヤーの名前がありません。分からないときは?と書いてください",
)
NOT_COMPLETE: Final = Sentence(
    "exports.not-complete", "its status is {status}", "状態が{status}です"
)
NO_RESULT_KNOWN: Final = Sentence(
    "exports.no-result-known", "its result is not fully known", "結果の一部が分かりません"
)
NO_DATE: Final = Sentence("exports.no-date", "it has no date", "日付がありません")
NOT_BGSTATS: Final = Sentence(
    "exports.not-bgstats",
    "not a file of BG Stats; export it there as JSON or .bgsplay",
    "BG Statsのファイルではありません。BG StatsでJSONか.bgsplayを書き出してください",
)
BROKEN_PLAY: Final = Sentence(
    "exports.broken-play", "the play is not complete", "プレイの内容が足りません"
)
IGNORED_PLAY: Final = Sentence(
    "exports.ignored-play", "BG Stats ignores the play", "BG Statsで無視されています"
)
NO_SUCH_SEATS: Final = Sentence(
    "exports.no-such-seats",
    "{game} is not played by {count} {count:player|players}",
    "{game}は{count}人では遊べません",
)
TEAMS: Final = Sentence(
    "exports.teams", "plays of teams are not imported", "チームのプレイは取り込めません"
)
NO_WHOLE_SCORE: Final = Sentence(
    "exports.no-whole-score",
    "the score {score} is no whole number",
    "得点{score}が整数ではありません",
)
NO_ROUND_DATE: Final = Sentence(
    "exports.no-round-date",
    "round {round} of {stage} has no date; give it with tourney event dates",
    "「{stage}」の第{round}回戦に日付がありません。tourney event datesで決めてください",
)
NO_MATCH_DATE: Final = Sentence(
    "exports.no-match-date",
    "round {round} has no date; add the header date to one of its records",
    "第{round}回戦に日付がありません。記録のどれかにヘッダーdateを加えてください",
)
NO_ROUNDS_NAMED: Final = Sentence(
    "exports.no-rounds-named",
    "no record of event {event} names a round; add the header round",
    "イベント{event}の記録に回戦がありません。ヘッダーroundを加えてください",
)
LEFT_OUT: Final = Sentence(
    "exports.left-out", "{where} left out: {fault}", "{where}は除きます: {fault}"
)
PLAYS_TWICE: Final = Sentence(
    "exports.plays-twice",
    "{player} has two seats; correct one of the names",
    "{player}が2つの席にいます。名前を直してください",
)
NO_SUCH_ENTRANT: Final = Sentence(
    "exports.no-such-entrant", "no such player or bot", "そのプレイヤーやボットはありません"
)
REVISIONS_WRONG: Final = Sentence(
    "exports.revisions-wrong",
    "revisions are not numbered from 1",
    "改訂の番号が1から続いていません",
)
MATCH_TWICE: Final = Sentence(
    "exports.match-twice", "the match is there twice", "同じ対戦が2つあります"
)
NOT_ITS: Final = Sentence(
    "exports.not-its", "the record is not of this match", "別の対戦の記録です"
)
