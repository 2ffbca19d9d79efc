"""Messages about players and their names: `tourney player`, `import`, standings of events."""

from typing import Final

from engines.messages import Sentence

# A name that looks like a known one.

BAD_READING: Final = Sentence(
    "cli.bad-reading",
    "invalid reading {reading}; use at most {most} printable characters",
    "読み{reading}が正しくありません。表示できる文字で{most}文字までにしてください",
)
ALIKE: Final = Sentence(
    "player.alike",
    "{name} looks like the known player {known}",
    "{name}は、前からいるプレイヤー{known}とよく似ています",
)
KNOWN_AS: Final = Sentence("player.known-as", "{name} (also {alias})", "{name}(別名{alias})")
ANOTHER: Final = Sentence(
    "player.another", "{alike}. Is it another person?", "{alike}。別の人ですか?"
)
THE_SAME: Final = Sentence(
    "player.the-same", "{alike}. Is it the same person?", "{alike}。同じ人ですか?"
)
SAY_WHICH: Final = Sentence(
    "player.say-which",
    "{alike}; for another person use --yes, for the same: {command}",
    "{alike}。別の人なら--yesを付け、同じ人なら: {command}",
)
STORED_NEW: Final = Sentence(
    "player.stored-new",
    "{alike}; stored as a new player; if it is the same person: {command}",
    "{alike}。新しいプレイヤーとして保存しました。同じ人なら: {command}",
)
SEE_SIMILAR: Final = Sentence(
    "player.see-similar", "{alike}: see --on-similar", "{alike}。--on-similarで指定できます"
)

# Changes of players.

ADDED: Final = Sentence(
    "player.added", "added player {name} (id {id})", "プレイヤー{name}を登録しました(ID {id})"
)
NOT_ADDED: Final = Sentence("player.not-added", "nothing was added", "何も登録していません")
NO_CHANGE: Final = Sentence(
    "player.no-change",
    "nothing to change; use --name, --reading, --nick, --shown, --alias or --no-alias",
    "変えるものがありません。--name、--reading、--nick、--shown、--alias、--no-aliasのどれかを"
    "使ってください",
)
UNCHANGED: Final = Sentence(
    "player.unchanged",
    "nothing changed: player {name}",
    "プレイヤー{name}は何も変わっていません",
)
CHANGED: Final = Sentence(
    "player.changed", "changed player {name}", "プレイヤー{name}を変更しました"
)
JOINED: Final = Sentence(
    "player.joined", "joined {other} with {name}", "{other}を{name}と同じ人にしました"
)
SEPARATED: Final = Sentence(
    "player.separated", "separated {other} from {name}", "{other}を{name}から分けました"
)
WITH_MATCHES: Final = Sentence("player.with-matches", "{name} ({matches})", "{name}({matches})")
MATCHES: Final = Sentence("player.matches", "{count} {count:match|matches}", "{count}対戦")
WON: Final = Sentence("player.won", "{game}: {matches}, {wins} won", "{game}: {matches}、{wins}勝")
ERASE: Final = Sentence(
    "player.erase",
    "erase all names of {name}? This cannot be undone.",
    "{name}の名前をすべて消しますか? 元に戻すことはできません。",
)
NOT_ERASED: Final = Sentence("player.not-erased", "nothing was erased", "何も消していません")
NOW_CALLED: Final = Sentence(
    "player.now-called",
    "the player is now called {name}; {count} {count:record|records} changed",
    "プレイヤーの名前は{name}になりました。変わった記録は{count}件です",
)
REMOVED: Final = Sentence(
    "player.removed",
    "the player was in no record and is removed; {count} {count:record|records} changed",
    "どの記録にも出てこないので、プレイヤーを削除しました。変わった記録は{count}件です",
)
BACKUPS: Final = Sentence(
    "player.backups",
    "backups still contain the name: delete them, or make new ones",
    "バックアップには名前が残っています。消すか、作り直してください",
)
FACTS: Final = {
    "player": Sentence("player.f-player", "player", "名前"),
    "id": Sentence("player.f-id", "id", "番号"),
    "reading": Sentence("player.f-reading", "reading", "読み"),
    "nick": Sentence("player.f-nick", "nickname", "ニックネーム"),
    "shown": Sentence("player.f-shown", "on pages", "ページでは"),
    "aliases": Sentence("player.f-aliases", "aliases", "別名"),
    "matches": Sentence("player.f-matches", "matches", "対戦数"),
    "last": Sentence("player.f-last", "last", "最後"),
}
"""What is known of a player, by its key."""

# Imports.

NOTHING_IMPORTED: Final = Sentence(
    "import.nothing-imported",
    "nothing imported: {name} has errors; correct them and try again",
    "取り込みを中止しました。{name}に誤りがあります。直してもう一度実行してください",
)
IN_TWO_FILES: Final = Sentence(
    "import.in-two-files",
    "match {match} is in more than one file; rename one of them",
    "対戦{match}がいくつものファイルにあります。一つの名前を変えてください",
)

IMPORTED: Final = Sentence(
    "import.done", "{count} {count:match|matches}: {fates}", "対戦{count}件: {fates}"
)
NO_MATCHES: Final = Sentence("import.none", "0 matches", "対戦0件")
WOULD_BE: Final = Sentence(
    "import.would-be",
    "{count} {count:match|matches}: would be: {fates}",
    "対戦{count}件(実行した場合): {fates}",
)
FATES: Final = {
    "new": Sentence("import.new", "{count} added", "追加{count}件"),
    "same": Sentence("import.same", "{count} already there", "保存済み{count}件"),
    "skip": Sentence("import.skip", "{count} skipped", "見送り{count}件"),
    "update": Sentence("import.update", "{count} updated", "更新{count}件"),
    "undo": Sentence("import.undo", "{count} removed", "削除{count}件"),
    "gone": Sentence("import.gone", "{count} not found", "該当なし{count}件"),
}
"""What has become of the matches of an import."""
IN_DATABASE: Final = Sentence("import.in-database", "in {database}", "データベース: {database}")
IN_AND_UNDO: Final = Sentence(
    "import.in-and-undo",
    "in {database}; undo: {command}",
    "データベース: {database}。取り消し: {command}",
)

# Standings of events.

CORRECTED: Final = Sentence(
    "standings.corrected", "{what}: {matches} corrected", "{what}: 訂正された{matches}"
)
ADJUSTED: Final = Sentence(
    "standings.adjusted",
    "{what}: {matches} counted with scores that the organiser adjusted",
    "{what}: 主催者が点数を調整して数えた{matches}",
)
VOID: Final = Sentence("standings.void", "{what}: {matches} void", "{what}: 無効の{matches}")
OPEN: Final = Sentence(
    "standings.open",
    "{what}: {matches} without a full result, not counted",
    "{what}: 結果がそろっていないので数えない{matches}",
)
ALL_NAMED: Final = Sentence(
    "standings.all-named", "{count} {count:match|matches} ({names})", "対戦{count}件({names})"
)
SOME_NAMED: Final = Sentence(
    "standings.some-named", "{count} matches ({names}, …)", "対戦{count}件({names}ほか)"
)

NO_RUNS: Final = Sentence(
    "standings.no-runs",
    "no runs in this database; play one with tourney run",
    "このデータベースにランはありません。tourney runで作れます",
)
WHICH_RUN: Final = Sentence(
    "standings.which-run",
    "no run given; choose one of: {runs}",
    "どのランかが分かりません。選んでください: {runs}",
)
NEWEST_RUN: Final = Sentence(
    "standings.newest-run",
    "run '{run}' is shown, the newest of {count} runs",
    "{count}つのランのうち最も新しい「{run}」を表示します",
)
NEITHER: Final = Sentence(
    "standings.neither",
    "no run or match {name}{known}",
    "{name}というランも対戦もありません{known}",
)
KNOWN_RUNS: Final = Sentence("standings.known-runs", "; runs: {runs}", "。ラン: {runs}")
NAME_EVENT: Final = Sentence(
    "standings.name-event",
    "no runs in this database; name the event: {events}",
    "このデータベースにランはありません。イベントの名前を書いてください: {events}",
)

# Options of standings.

NO_RATINGS_FILE: Final = Sentence(
    "standings.no-ratings-file",
    "no file {name}; give a CSV file with the columns player and rating",
    "{name}というファイルはありません。playerとratingの列があるCSVファイルを指定してください",
)
RATING_COLUMNS: Final = Sentence(
    "standings.rating-columns",
    "{name} is not a CSV file with the columns player and rating; write them in its first line",
    "{name}は、playerとratingの列があるCSVファイルではありません。1行目に列の名前を書いてください",
)
BAD_RATING: Final = Sentence(
    "standings.bad-rating",
    "{name}, line {line}: rating {rating} is not a number; write one such as 1500",
    "{name}の{line}行目: レーティング{rating}は数ではありません。1500のように書いてください",
)
BAD_LEFT: Final = Sentence(
    "standings.bad-left",
    "{table} is not a table of 2 to 6 players; write A,B,C;D,E,F with / between rounds, "
    "and ?4 for a round of tables of 4 that is not paired yet",
    "{table}は2人から6人の卓ではありません。A,B,C;D,E,Fのように書き、ラウンドの間には/を書いて"
    "ください。まだ組まれていない4人卓のラウンドは?4です",
)
LEFT_NEEDS_TOP: Final = Sentence(
    "standings.left-needs-top",
    "--left needs the number of places in question; add --top N",
    "--leftには、何位までかの指定が必要です。--top Nを加えてください",
)
ONLY_EVENTS: Final = Sentence(
    "standings.only-events",
    "{option} is for events; a run has its own schedule and bots",
    "{option}はイベント用です。ランには使えません",
)
BAD_PARTICIPATION: Final = Sentence(
    "season.bad-participation",
    "--participation {text} is not a number; use one such as 1 or 0.5",
    "--participation {text}は数ではありません。1や0.5のように書いてください",
)
LEFT_KNOWN: Final = Sentence(
    "standings.left-known",
    "this event knows its open tables and rounds; leave out --left",
    "このイベントでは残りの卓とラウンドが分かっています。--leftを外してください",
)
