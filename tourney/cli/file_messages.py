"""Messages of `tourney export` and `tourney import` about kinds of files."""

from typing import Final

from engines.messages import Sentence

NO_UNDO: Final = Sentence(
    "cli.no-undo",
    "--undo works for tmr records only; remove what was imported with tourney match void or "
    "tourney db restore",
    "--undoはtmrの記録だけに使えます。"
    "取り込んだものはtourney match voidかtourney db restoreで取り消してください",
)
EVENT_IMPORTED: Final = Sentence(
    "cli.event-imported",
    "imported event {event}, {count} {count:match|matches}: {fates}",
    "イベント{event}を取り込みました(対戦{count}件: {fates})",
)
EVENT_WOULD_BE: Final = Sentence(
    "cli.event-would-be",
    "would import event {event}, {count} {count:match|matches}: {fates}",
    "イベント{event}を取り込むと、対戦{count}件は{fates}になります",
)
EVENT_ALONE: Final = Sentence(
    "cli.event-alone",
    "imported event {event}, which has no matches",
    "対戦のないイベント{event}を取り込みました",
)
EVENT_ALONE_WOULD_BE: Final = Sentence(
    "cli.event-alone-would-be",
    "would import event {event}, which has no matches",
    "対戦のないイベント{event}を取り込むことになります",
)
EVENT_UNCHANGED: Final = Sentence(
    "cli.event-unchanged",
    "event {event} is already stored; nothing changed",
    "イベント{event}は保存済みで、何も変わりません",
)
EVENT_SKIPPED: Final = Sentence(
    "cli.event-skipped",
    "event {event} is stored with other content and was left as it is",
    "イベント{event}は別の内容で保存されているため、そのままにしました",
)
NO_CHANGES: Final = Sentence(
    "cli.no-changes",
    "there are entrants, and no change 'event new' that made the event; export it again",
    "参加者がいるのに「event new」の変更がありません。もう一度書き出してください",
)
OTHER_ENTRANTS: Final = Sentence(
    "cli.other-entrants",
    "the entrants are not those who entered by the changes in the log; export the event again",
    "参加者がログの変更と違います。イベントをもう一度書き出してください",
)
IMPOSSIBLE_CHANGE: Final = Sentence(
    "cli.impossible-change",
    "{file}: nothing imported: {fault}",
    "{file}: 何も取り込んでいません。{fault}",
)
ONE_EVENT: Final = Sentence(
    "cli.one-event",
    "{count} {count:name|names} given; this kind takes one event",
    "{count}個の名前があります。この種類ではイベントを1つ指定してください",
)
WHICH_EVENT: Final = Sentence(
    "cli.which-event",
    "no event given; choose one of: {known}",
    "イベントを指定してください。あるもの: {known}",
)
NO_EVENTS: Final = Sentence(
    "cli.no-events",
    "no events in this database; make one with tourney event new",
    "このデータベースにイベントはありません。tourney event newで作れます",
)
NOT_A_TABLE: Final = Sentence(
    "cli.not-a-table",
    "{kind} is no table; remove --format and --columns",
    "{kind}は表ではありません。--formatと--columnsを外してください",
)
LEFT_OUT_UNFINISHED: Final = Sentence(
    "cli.left-out-unfinished",
    "left out: {matches} of this event that have not ended; finish them and export again",
    "終わっていない{matches}は含まれていません。終えてからもう一度書き出してください",
)
IMPOSSIBLE_RESULT: Final = Sentence(
    "cli.impossible-result",
    "match {match} has a result that no match of its game ends with, stored by an older version: "
    "{fault} (rule {rule}); correct it: {command}",
    "対戦{match}の結果は、このゲームではありえません(以前の版で保存): {fault}(規則{rule})。"
    "訂正するには: {command}",
)
IMPOSSIBLE_LEFT: Final = Sentence(
    "cli.impossible-left",
    "{count} more {count:match has|matches have} such a result",
    "このような結果の対戦がほかに{count}件あります",
)
NOT_IMPORTED_SO: Final = Sentence(
    "cli.not-imported-so",
    "no database imports the event with such a result: correct it, and export again",
    "このような結果があると、イベントはどのデータベースにも取り込めません。訂正してから、もう一度書き出してください",
)
CSV_ONLY: Final = Sentence(
    "cli.csv-only",
    "--excel and --separator are for csv, not for {format}; remove them",
    "--excelと--separatorはcsv用です。{format}では外してください",
)
NEEDS_FILE: Final = Sentence(
    "cli.needs-file",
    "{format} is no text; write it to a file with -o FILE",
    "{format}はテキストではありません。-o FILEでファイルに書き出してください",
)
UNKNOWN_ENDING: Final = Sentence(
    "cli.unknown-ending",
    "no format is known for the ending of {name}; use one of {known}",
    "{name}の拡張子に対応する形式がありません。{known}のどれかにしてください",
)
OTHER_ENDING: Final = Sentence(
    "cli.other-ending",
    "{name} is the name of a file of {format}, but --format says {given}; change one of them",
    "{name}という名前は{format}のファイルのものですが、--formatは{given}です。どちらかを変えてください",
)
FOLDER_GIVEN: Final = Sentence(
    "cli.folder-given",
    "{name} is a folder; name a file (only tmr with --split and parquet with --format parquet are "
    "written to a folder)",
    "{name}はフォルダーです。ファイル名を指定してください"
    "(フォルダーに書けるのは--splitを付けたtmrと--format parquetだけです)",
)
NO_TABLE: Final = Sentence(
    "cli.no-table",
    "what this command writes is no table, so it cannot be {format}; use an ending of a text, such "
    "as .txt",
    "このコマンドの出力は表ではないので{format}にできません。.txtなどテキストの拡張子にしてください",
)
ONE_TABLE: Final = Sentence(
    "cli.one-table",
    "this command writes several tables, and a file of {format} holds one; use an ending such as "
    ".html",
    "このコマンドは表を複数書きますが、{format}のファイルには1つしか入りません。"
    ".htmlなどの拡張子にしてください",
)
BAD_SEPARATOR: Final = Sentence(
    "cli.bad-separator",
    "unknown separator {text}; use , ; | or tab",
    "区切り文字{text}は使えません。, ; | tabのどれかにしてください",
)
SPLIT_ONLY_TMR: Final = Sentence(
    "cli.split-only-tmr",
    "--split is for tmr records; remove it",
    "--splitはtmrの記録用です。外してください",
)
SPLIT_FOLDER: Final = Sentence(
    "cli.split-folder",
    "--split writes several files; name their folder with -o DIR",
    "--splitは複数のファイルを書きます。-o DIRでフォルダーを指定してください",
)
WROTE_FILES: Final = Sentence(
    "cli.wrote-files",
    "{count} {count:file|files}",
    "ファイル{count}個",
)
FEATURES_ONLY: Final = Sentence(
    "cli.features-only",
    "--features is for observations; remove it",
    "--featuresはobservations用です。外してください",
)
FORMATS_OF_KIND: Final = Sentence(
    "cli.formats-of-kind",
    "{kind} are written as {known}; remove --columns and other formats",
    "{kind}の形式は{known}です。--columnsとほかの形式を外してください",
)
CALENDAR_ROUND: Final = Sentence(
    "cli.calendar-round", "{event}: round {round}", "{event}: 第{round}回戦"
)
CALENDAR_STAGE: Final = Sentence(
    "cli.calendar-stage",
    "{event}: round {stage} {round}",
    "{event}: {stage} 第{round}回戦",
)
WOULD_FATES: Final = {
    "new": Sentence("cli.would-add", "{name}: would be added", "{name}: 追加"),
    "same": Sentence("cli.is-there", "{name}: already there", "{name}: 保存済み"),
    "refused": Sentence("cli.would-refuse", "{name}: would be refused", "{name}: 保存できません"),
    "skip": Sentence("cli.would-skip", "{name}: would be skipped", "{name}: 見送り"),
    "update": Sentence("cli.would-update", "{name}: would be updated", "{name}: 更新"),
    "undo": Sentence("cli.would-remove", "{name}: would be removed", "{name}: 削除"),
    "gone": Sentence("cli.not-there", "{name}: not found", "{name}: 該当なし"),
}
"""What would become of a match of an import."""
OTHER_RESULT: Final = Sentence(
    "cli.other-result",
    "{file}: the record of match {match} has another result than the log; export the event again",
    "{file}: 対戦{match}の記録の結果がログと違います。イベントをもう一度書き出してください",
)
