"""Messages of the commands that show and correct stored matches: `tourney match`."""

from typing import Final

from engines.messages import Sentence

UNDO: Final = Sentence("cli.undo", "undo: {command}", "取り消し: {command}")
ALTERED: Final = Sentence(
    "cli.altered-record",
    "match {name} is not as it was last stored: another program changed it; a correction is "
    "possible, and tourney db integrity still names the match after it",
    "対戦{name}は最後に保存された内容と違います(別のプログラムによる変更)。訂正はできますが、"
    "tourney db integrityはその後もこの対戦を示します",
)
BAD_REASON: Final = Sentence(
    "cli.bad-reason",
    "invalid reason {reason}; use at most {most} characters",
    "理由{reason}が正しくありません。{most}文字までにしてください",
)
FIRST_LISTED: Final = Sentence(
    "match.first-listed",
    "only the first {limit} are listed; --limit 0 lists all",
    "最初の{limit}件だけを表示しています。--limit 0ですべて表示します",
)

# The parts of a match.

NAME_AND_ID: Final = Sentence("match.name-and-id", "{name} (id {id})", "{name}(番号{id})")
GAME_AND_RULES: Final = Sentence(
    "match.game-and-rules", "{game}, rules {rules}", "{game}、ルール{rules}"
)
SEAT: Final = Sentence("match.seat", "seat {seat}", "席{seat}")
PLACE_AND_SCORE: Final = Sentence(
    "match.place-and-score",
    "{player}: place {place}, score {score}",
    "{player}: {place}位、得点{score}",
)
OTHER_SEATS: Final = Sentence(
    "match.other-seats",
    "the same deal in other seats: {matches}",
    "同じ配札で席を替えた対戦: {matches}",
)
AND_MORE: Final = Sentence(
    "match.and-more", "{matches} and {count} more", "{matches}、ほか{count}局"
)
SEE_LOG: Final = Sentence(
    "match.see-log",
    "revision {number}: see tourney match log",
    "第{number}版(tourney match logで確認)",
)

# Revisions.

REVISION: Final = Sentence(
    "match.revision",
    "revision {number}  {time}  {what}{by}{why}",
    "第{number}版  {time}  {what}{by}{why}",
)
BY: Final = Sentence("match.by", " by {who}", "({who}による)")
WHY: Final = Sentence("match.why", ": {reason}", ": {reason}")
NO_TIME: Final = Sentence("match.no-time", "time unknown", "時刻不明")
WHICH_REVISION: Final = Sentence(
    "match.which-revision",
    "no revision of match {name} given; add --revision {last}, or another one of those above",
    "対戦{name}のどの版かが分かりません。--revision {last}のように、上の版の番号を付けてください",
)
NO_EARLIER: Final = Sentence(
    "match.no-earlier",
    "match {name} has not been corrected: there is no earlier revision to restore",
    "対戦{name}は訂正されていないので、戻せる前の版がありません",
)
NO_REVISION: Final = Sentence(
    "match.no-revision",
    "no revision {number} of match {name}; it has {count}: see tourney match log",
    "対戦{name}に第{number}版はありません。全部で{count}版です(tourney match logで確認)",
)
WHAT: Final = {
    "import": Sentence("match.what-import", "import", "取り込み"),
    "record": Sentence("match.what-record", "record", "記録"),
    "play": Sentence("match.what-play", "play", "対戦"),
    "event play": Sentence("match.what-event-play", "event play", "ボットの対戦"),
    "match result": Sentence("match.what-typed", "result typed", "結果の入力"),
    "edit": Sentence("match.what-edit", "edit", "記録の訂正"),
    "result": Sentence("match.what-result", "result", "結果の訂正"),
    "void": Sentence("match.what-void", "void", "無効"),
    "restore": Sentence("match.what-restore", "restore", "復元"),
}
"""What a command did to a match, by its name."""

# What changes.

PLIES: Final = Sentence("match.plies", "plies", "手数")
FIRST_CHANGED: Final = Sentence(
    "match.first-changed",
    "{count}; {differing} changed, the first is {number}:",
    "{count}、違うのは{differing}手、最初は{number}手目:",
)
CHANGE: Final = Sentence("match.change", "{before} -> {after}", "{before} -> {after}")
SCORE_OF: Final = Sentence("match.score-of", "score {player} ({seat})", "{player}({seat})の得点")
PLAYER_AT: Final = Sentence("match.player-at", "player {seat}", "席{seat}のプレイヤー")
RANK: Final = Sentence("match.rank", "rank", "順位")
STANDINGS_OF: Final = Sentence("match.standings-of", "standings of {what}:", "{what}の順位表:")
SAME_STANDINGS: Final = Sentence(
    "match.same-standings", "standings of {what}: no change", "{what}の順位表: 変わりません"
)
ROW: Final = Sentence("match.row", "{player}: {changes}", "{player}: {changes}")
NEW_ROW: Final = Sentence("match.new-row", "new, {row}", "新しく{row}")
NO_ROW: Final = Sentence("match.no-row", "{row} -> not listed", "{row} -> 順位表から消えます")
ALL_OF_ROW: Final = Sentence(
    "match.all-of-row",
    "place {place}, points {points}, matches {matches}",
    "{place}位、ポイント{points}、対戦数{matches}",
)
PLACE: Final = Sentence("match.place", "place {place}", "{place}位")
OTHER_PLACE: Final = Sentence("match.other-place", "place {old} -> {new}", "{old}位 -> {new}位")
OTHER_POINTS: Final = Sentence(
    "match.other-points", "points {old} -> {new}", "ポイント{old} -> {new}"
)
OTHER_MATCHES: Final = Sentence(
    "match.other-matches", "matches {old} -> {new}", "対戦数{old} -> {new}"
)
AND: Final = Sentence("match.and", "{first}, {more}", "{first}、{more}")

# The course of a correction.

SAME: Final = Sentence(
    "match.same", "match {name}: nothing changed", "対戦{name}は何も変わっていません"
)
SAVE_AS: Final = Sentence(
    "match.save-as",
    "save as revision {number} of match {name}?",
    "対戦{name}の第{number}版として保存しますか?",
)
NOT_SAVED: Final = Sentence("match.not-saved", "nothing saved", "何も保存していません")
SAVED: Final = Sentence(
    "match.saved",
    "saved revision {number} of match {name}",
    "対戦{name}の第{number}版を保存しました",
)
DRAFT: Final = Sentence("match.draft", "the draft is in {file}", "下書きは{file}にあります")
IS_VOID: Final = Sentence(
    "match.is-void",
    "match {name} is void; bring it back with match restore",
    "対戦{name}は無効です。match restoreで戻してください",
)
VOID_ALREADY: Final = Sentence(
    "match.void-already", "match {name} is already void", "対戦{name}はすでに無効です"
)
DATE_OF_FIRST: Final = Sentence(
    "match.date-of-first",
    "--date is for the first result of a table; correct the date with tourney match edit",
    "--dateは卓の最初の結果に使います。日付の訂正はtourney match editでしてください",
)
ADD_RANK: Final = Sentence(
    "match.add-rank",
    "equal scores do not say who is ahead in this game; add --rank 'A > B'",
    "このゲームでは同点だけでは順位が決まりません。--rank 'A > B'を付けてください",
)
BEING_PLAYED: Final = Sentence(
    "match.being-played",
    "run {name} is being played; stop it with tourney runs stop",
    "ラン{name}は進行中です。tourney runs stopで止めてください",
)
BY_BOTS: Final = Sentence(
    "match.by-bots",
    "match {name} was played by bots, so its moves and result cannot be corrected; "
    "to take it out: tourney match void",
    "対戦{name}はボットの対戦なので、手や結果は訂正できません。外すにはtourney match void",
)
NO_PLY: Final = Sentence(
    "match.no-ply",
    "no ply {ply} in match {name}; it has {count} plies",
    "対戦{name}に{ply}手目はありません(全{count}手)",
)
HAS_ERRORS: Final = Sentence(
    "match.has-errors",
    "nothing saved, because {name} has errors",
    "{name}に誤りがあるので、保存していません",
)
THE_NEW_RECORD: Final = Sentence("match.the-new-record", "the new record", "新しい記録")
THE_VOID_RECORD: Final = Sentence("match.the-void-record", "the void record", "無効にした記録")
THE_REVISION: Final = Sentence("match.the-revision", "revision {number}", "第{number}版")
OTHER_ID: Final = Sentence(
    "match.other-id",
    "the record has the id {new} instead of {old}; the id of a match cannot be changed",
    "記録のIDが{old}ではなく{new}です。対戦のIDは変えられません",
)
SEVERAL: Final = Sentence(
    "match.several",
    "{name} has several matches; correct one match at a time",
    "{name}には対戦がいくつもあります。一つずつ訂正してください",
)
