"""Messages about what a database holds or lacks, as `check` and `replay` show them."""

from typing import Final

from engines.messages import Sentence

NAME_IN_BRACKETS: Final = Sentence(
    "store.name-in-brackets",
    "{name} cannot be a name: words in brackets at its end are about the seat in a record, such as "
    "[bot 1.3]; write it without them",
    "{name}は名前にできません。最後の[ ]は、記録では[bot 1.3]のように席の説明になります。"
    "[ ]を外してください",
)
OTHER_CONTENT: Final = Sentence(
    "store.other-content",
    "match {match} is already stored with other content; nothing imported: see --on-duplicate",
    "対戦{match}は別の内容で保存されているので、何も取り込みませんでした。--on-duplicateで扱いを指定できます",
)
OF_A_RUN: Final = Sentence(
    "store.of-a-run",
    "match {match} belongs to a run and cannot be replaced; nothing imported: rename the record",
    "対戦{match}はランの対戦なので置き換えられません。何も取り込みませんでした。記録の名前を変えてください",
)
PLAYED_IN_RUN: Final = Sentence(
    "store.played-in-run",
    "match {match} belongs to a run: delete the run, or void the match",
    "対戦{match}はランの対戦です。ランを削除するか、対戦を無効にしてください",
)
NOT_AS_IMPORTED: Final = Sentence(
    "store.not-as-imported",
    "match {match} is stored with other content; nothing removed",
    "対戦{match}は別の内容で保存されているので、何も取り消しませんでした",
)
NO_RUN: Final = Sentence(
    "store.no-run",
    "no run {name} in {database}: see tourney runs",
    "{database}に{name}というランはありません。ランの一覧はtourney runsで見られます",
)
NEAR_RUN: Final = Sentence(
    "store.near-run",
    "no run {name} in {database}; did you mean {near}?",
    "{database}に{name}というランはありません。{near}のことですか?",
)
RUN_TAKEN_OVER: Final = Sentence(
    "store.run-taken-over",
    "another process plays the run since the connection to the database was lost; "
    "no further matches are stored",
    "データベースとの接続が切れた間に、別のプロセスがこのランを引き継ぎました。"
    "以後の対戦は保存されません",
)
DATABASE_LOST: Final = Sentence(
    "store.database-lost",
    "no connection to {database}; waiting for it",
    "{database}に接続できません。待っています",
)
NO_MATCH: Final = Sentence(
    "store.no-match",
    "no match {name} in {database}: see tourney match list",
    "{database}に{name}という対戦はありません。対戦の一覧はtourney match listで見られます",
)
NOT_STORED_YET: Final = Sentence(
    "store.not-stored-yet",
    "match {name} has not ended and is not stored yet; finish it: tourney {command} --resume {id}, "
    "or remove it: tourney {command} --discard {id}",
    "対戦{name}は途中で、まだ保存されていません。続けるには: tourney {command} --resume {id} "
    "取り消すには: tourney {command} --discard {id}",
)
NO_OPEN_MATCH: Final = Sentence(
    "store.no-open-match",
    "no unfinished match {name} in {database}: tourney play --resume continues the newest",
    "{database}に途中の対戦{name}はありません。"
    "いちばん新しいものはtourney play --resumeで続けられます",
)
NAME_IMPORTED: Final = Sentence(
    "store.name-imported",
    "a record named {name} was imported while the match was played: remove it, then resume",
    "対戦中に{name}という記録が取り込まれました。それを消してから再開してください",
)
PLAYED_ELSEWHERE: Final = Sentence(
    "store.played-elsewhere",
    "match {name} has been continued by another process: resume it to see how it went on",
    "対戦{name}は別のプロセスで続けられました。再開すると続きが見られます",
)
NO_MOVES: Final = Sentence(
    "store.no-moves",
    "run '{run}' stores only results, no moves; play a match again with: {command}",
    "ラン「{run}」には結果だけが保存され、手は保存されていません。"
    "対戦をもう一度行うには: {command}",
)
NO_DATABASE: Final = Sentence(
    "store.no-database",
    "no database '{path}'; tourney run, event new, record or import makes one, or name another "
    "with --db",
    "データベース「{path}」はありません。"
    "tourney run、event new、record、importのどれかで作られます。"
    "別のものは--dbで指定してください",
)
NOT_A_DATABASE: Final = Sentence(
    "store.not-a-database",
    "'{path}' is not a database: name another file",
    "「{path}」はデータベースではありません。別のファイルを指定してください",
)
EMPTY: Final = Sentence(
    "store.empty",
    "'{database}' is empty: play a run first, or name another database",
    "データベース「{database}」は空です。先にランを行うか、別のデータベースを指定してください",
)
FOREIGN: Final = Sentence(
    "store.foreign",
    "'{database}' is not a database of tourney: name another database",
    "「{database}」はtourneyのデータベースではありません。別のデータベースを指定してください",
)
OLDER: Final = Sentence(
    "store.older",
    "'{database}' has an older schema: run tourney db upgrade",
    "データベース「{database}」の形式が古くなっています。tourney db upgradeを実行してください",
)
NEWER: Final = Sentence(
    "store.newer",
    "'{database}' was written by a newer tourney: upgrade the program",
    "「{database}」は新しいtourneyで書かれました。プログラムを更新してください",
)
NO_RECORDING: Final = Sentence(
    "store.no-recording",
    "no unfinished recording {name} in {database}",
    "{database}に{name}という途中の記録はありません",
)
ALREADY_STORED: Final = Sentence(
    "store.already-stored",
    "match {name} has ended and is stored; correct it with tourney match edit {id}",
    "対戦{name}は終わって保存されています。訂正するにはtourney match edit {id}",
)
NAME_TAKEN: Final = Sentence(
    "store.name-taken",
    "match {name} is already stored; choose another id with --match",
    "対戦{name}はもうあります。--matchで別のIDにしてください",
)
PLACE_IN_USE: Final = Sentence(
    "store.place-in-use",
    "event {event}, round {round}, table {table} has match {match}, which has not ended; "
    "finish it: tourney {command} --resume {id}, or remove it: tourney {command} --discard {id}",
    "大会{event}のラウンド{round}、卓{table}の対戦{match}が途中です。"
    "続けるには: tourney {command} --resume {id} 取り消すには: tourney {command} --discard {id}",
)
PLACE_TAKEN: Final = Sentence(
    "store.place-taken",
    "event {event}, round {round}, table {table} has match {match} already; "
    "give another --round or --table, or correct that match",
    "大会{event}のラウンド{round}、卓{table}には対戦{match}がもうあります。"
    "--roundか--tableを変えるか、その対戦を訂正してください",
)
TAKEN_OVER: Final = Sentence(
    "store.taken-over",
    "recording {name} was taken over by another process; nothing more is stored here",
    "記録{name}は別のプロセスに引き継がれました。ここではもう保存されません",
)
NAMED_IN_RECORDING: Final = Sentence(
    "store.named-in-recording",
    "recording {recording} contains the name: finish it with tourney record --resume {id}",
    "途中の記録{recording}にその名前があります。tourney record --resume {id}で終えてください",
)
BOTH_ENTERED: Final = Sentence(
    "store.both-entered",
    "{one} and {other} have both entered event {event}: they are two people",
    "{one}と{other}は二人ともイベント{event}に参加しているので、別の人です",
)
NO_STORED_EVENT: Final = Sentence(
    "store.no-event",
    "no event {name} in {database}; make one with tourney event new, or see tourney event list",
    "{database}に{name}というイベントはありません。"
    "tourney event newで作るか、tourney event listで確かめてください",
)
EVENT_PLAYED_IN: Final = Sentence(
    "store.event-played-in",
    "match {match} of event {event} is stored, so the event stays; end it with tourney event "
    "close, or take back an import with tourney import --undo",
    "イベント{event}の対戦{match}が保存されているので、削除できません。tourney event closeで"
    "終了するか、取り込んだ対戦ならtourney import --undoで取り消してください",
)
EVENT_IN_PROGRESS: Final = Sentence(
    "store.event-in-progress",
    "match {match} of event {event} has not ended; finish it: tourney {command} --resume {id}, or "
    "remove it: tourney {command} --discard {id}",
    "イベント{event}の対戦{match}が途中です。"
    "続けるには: tourney {command} --resume {id} 取り消すには: tourney {command} --discard {id}",
)
NOTHING_REMOVED: Final = Sentence(
    "store.nothing-removed",
    "no event was removed that could be restored",
    "元に戻せる、削除したイベントはありません",
)
EVENT_EXISTS: Final = Sentence(
    "store.event-exists",
    "event {name} exists already; choose another name",
    "イベント{name}はもうあります。別の名前にしてください",
)
EVENT_ALIKE: Final = Sentence(
    "store.event-alike",
    "event {name} looks like {other}, which exists already; choose another name",
    "イベント{name}は、もうある{other}と見分けにくいです。別の名前にしてください",
)
EVENT_IN_RECORDS: Final = Sentence(
    "store.event-in-records",
    "stored records name an event {name} that has no plan; choose another name",
    "保存した記録に、計画のないイベント{name}があります。別の名前にしてください",
)
NOT_ENTERED: Final = Sentence(
    "store.not-entered",
    "{player} has not entered event {event}; add the player with tourney event add-player",
    "{player}さんはイベント{event}に参加していません。tourney event add-playerで加えてください",
)
PLACE_MISSING: Final = Sentence(
    "store.place-missing",
    "match {match} names event {event} but no {missing}; add it, or leave out the event",
    "対戦{match}にはイベント{event}の{missing}がありません。書き加えるか、イベントを外してください",
)
EVENT_DIFFERS: Final = Sentence(
    "store.event-differs",
    "event {name} is already stored with other content; nothing imported: see --on-duplicate",
    "イベント{name}は別の内容で保存されています。何も取り込みませんでした。"
    "--on-duplicateで指定できます",
)
EVENT_NOT_OLDER: Final = Sentence(
    "store.event-not-older",
    "event {name} has changed here in another way, so it cannot be updated; nothing imported: "
    "import into another database",
    "イベント{name}はここで別の変更を受けたため、更新できません。何も取り込みませんでした。"
    "別のデータベースに取り込んでください",
)
MATCH_TAKEN: Final = Sentence(
    "store.match-taken",
    "another match is named {name}; nothing imported: remove it, or import into another database",
    "{name}という別の対戦があります。何も取り込みませんでした。"
    "それを消すか、別のデータベースに取り込んでください",
)
TWO_ARE_ONE: Final = Sentence(
    "store.two-are-one",
    "two players of event {event} are the same person here; nothing imported: separate them with "
    "tourney player merge --undo",
    "イベント{event}の2人のプレイヤーが、ここでは同じ人です。何も取り込みませんでした。"
    "tourney player merge --undoで分けてください",
)
TWO_HERE: Final = Sentence(
    "store.two-here",
    "the names {names} belong to one player of the file, but to several people here; nothing "
    "imported: join them with tourney player merge",
    "{names}はファイルでは1人のプレイヤーですが、ここでは別々の人です。何も取り込みませんでした。"
    "tourney player mergeでまとめてください",
)
