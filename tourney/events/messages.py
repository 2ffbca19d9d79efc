"""Messages about events: what may not be done and why, and what standings belong to.

An entrant in a message is a `Player` with the number of the entrant; the command that shows the
message passes the names.
"""

from collections.abc import Mapping
from typing import Final

from engines.messages import Argument, Message, Player, Sentence
from tourney.domain.events import EntrantId
from tourney.events.slots import GROUP, MATCH, TABLE, StageSource

EVENT: Final = Sentence("events.event", "event {name}", "イベント「{name}」")
RUN: Final = Sentence("events.run", "run {name}", "ラン「{name}」")


def entrant(number: EntrantId) -> Player:
    """An entrant in a message."""
    return Player(number)


BY_FORMAT: Final = Sentence("events.by-format", "by the bracket", "組み合わせ表による")

STAGE_ABOVE: Final = Sentence(
    "events.stage-above", "stage {stage} before {other}", "「{stage}」が「{other}」より上"
)

# Where the entrants of a stage come from.

TOP: Final = Sentence("events.top", "top {last}", "上位{last}人")
PLACE: Final = Sentence("events.place", "place {first}", "{first}位")
PLACES: Final = Sentence("events.places", "places {first} to {last}", "{first}位から{last}位")
LOSERS: Final = Sentence("events.losers", "all below place 1", "1位以外の全員")
RUNNERS_UP: Final = Sentence(
    "events.runners-up", "the best {count} {count:runner-up|runners-up}", "2位の上位{count}人"
)
BEST_OF: Final = Sentence("events.best-of", "the best {count} of {who}", "{who}のうち上位{count}人")
OF_STAGE: Final = Sentence("events.of-stage", "{who} of {stage}", "「{stage}」の{who}")
OF_GROUP: Final = Sentence(
    "events.of-group", "{who} of group {number} of {stage}", "「{stage}」第{number}組の{who}"
)
OF_EACH_GROUP: Final = Sentence(
    "events.of-each-group", "{who} of each group of {stage}", "「{stage}」の各組の{who}"
)
OF_MATCH: Final = Sentence(
    "events.of-match", "{who} of match {number} of {stage}", "「{stage}」第{number}試合の{who}"
)
OF_TABLE: Final = Sentence(
    "events.of-table",
    "{who} of table {number} of {round} of {stage}",
    "「{stage}」{round}の卓{number}の{who}",
)
OF_EACH_TABLE: Final = Sentence(
    "events.of-each-table",
    "{who} of each table of {round} of {stage}",
    "「{stage}」{round}の各卓の{who}",
)
ROUND_NUMBER: Final = Sentence("events.round-number", "round {round}", "第{round}回戦")
LAST_ROUND: Final = Sentence("events.last-round", "the last round", "最終回戦")
_PARTS: Final = {
    (GROUP, True): OF_EACH_GROUP,
    (GROUP, False): OF_GROUP,
    (TABLE, True): OF_EACH_TABLE,
    (TABLE, False): OF_TABLE,
    (MATCH, False): OF_MATCH,
}


def source(found: StageSource) -> Message:
    """Places of an earlier stage."""
    who = _places(found)
    if found.best is not None:
        second = found.first == found.last == 2
        best = {"count": found.best}
        who = RUNNERS_UP(**best) if second else BEST_OF(**best, who=who)
    words: dict[str, Argument] = {"who": who, "stage": found.stage}
    if not found.part:
        return OF_STAGE(**words)
    if found.part == TABLE:
        words["round"] = LAST_ROUND() if found.round is None else ROUND_NUMBER(round=found.round)
    if found.number is not None:
        words["number"] = found.number
    return _PARTS[found.part, found.each](**words)


def _places(found: StageSource) -> Message:
    if found.last is None:
        return LOSERS()
    if found.first == 1 and not found.part and found.last != 1:
        return TOP(last=found.last)
    if found.first == found.last:
        return PLACE(first=found.first)
    return PLACES(first=found.first, last=found.last)


# The phases of an event.

CLOSED_REOPEN: Final = Sentence(
    "events.closed",
    "the event is closed; open it again with tourney event reopen",
    "イベントは終了しています。tourney event reopenで再開できます",
)
OPEN_ALREADY: Final = Sentence(
    "events.open-already", "the event is open already", "イベントはもう始まっています"
)
NOT_CLOSED: Final = Sentence(
    "events.not-closed", "the event is not closed", "イベントは終了していません"
)
MISSING: Final = Sentence(
    "events.missing",
    "round {round} has no result for {count:table|tables} {tables}; enter "
    "{count:it|them} with tourney match result",
    "第{round}回戦の卓{tables}の結果がありません({count}卓)。"
    "tourney match resultで入力してください",
)

MISSING_IN: Final = Sentence(
    "events.missing-in",
    "round {round} of stage {stage} has no result for {count:table|tables} {tables}; enter "
    "{count:it|them} with tourney match result",
    "「{stage}」第{round}回戦の卓{tables}の結果がありません({count}卓)。"
    "tourney match resultで入力してください",
)

# Entrants.

ENTERED: Final = Sentence(
    "events.entered", "{who} has already entered the event", "{who}さんはもう参加しています"
)
ENTERED_AWAY: Final = Sentence(
    "events.entered-away",
    "{who} has entered the event before and left; use tourney event return",
    "{who}さんは前に参加して抜けています。tourney event returnを使ってください",
)
STAGE_HAS_SOURCES: Final = Sentence(
    "events.stage-has-sources",
    "stage {stage} is for entrants who qualified in earlier stages; nobody can enter now",
    "ステージ「{stage}」は予選を通った人だけのものです。今からは参加できません",
)
AWAY_ALREADY: Final = Sentence(
    "events.away-already", "{who} has already left the event", "{who}さんはもう抜けています"
)
HERE_ALREADY: Final = Sentence(
    "events.here-already", "{who} has not left the event", "{who}さんは抜けていません"
)
NO_OPEN_TABLE: Final = Sentence(
    "events.no-open-table",
    "{who} has no table without a result in round {round}",
    "{who}さんには第{round}回戦に結果のない卓がありません",
)
NOT_DRAWN_YET: Final = Sentence(
    "events.not-drawn-yet",
    "round {round} is not drawn; the last one is round {last}",
    "第{round}回戦はまだ組まれていません。最後は第{last}回戦です",
)
WAS_REPLACED: Final = Sentence(
    "events.was-replaced",
    "{by} plays instead of {who}; exchange them with tourney event replace",
    "{who}さんの代わりに{by}さんが参加しています。tourney event replaceで入れ替えてください",
)

# Drawing a round.

TOO_FEW_PLAY: Final = Sentence(
    "events.too-few-play",
    "{count} {count:entrant plays|entrants play} and tables have {sizes} seats; add players or "
    "close the event",
    "参加者は{count}人で、卓の席数は{sizes}です。参加者を加えるか終了してください",
)
ONE_BY_ONE: Final = Sentence(
    "events.one-by-one",
    "the rounds of {stage} depend on results (format {format}); draw them one at a time, without "
    "--all",
    "「{stage}」の組み合わせは結果によって決まります(形式{format})。--allを付けずに1回戦ずつ組んでください",
)
GIVE_PODS: Final = Sentence(
    "events.give-pods",
    "format '{format}' does not draw tables; give them with --pods 'A,B,C;D,E,F'",
    "形式「{format}」は卓を決めません。--pods 'A,B,C;D,E,F'で指定してください",
)
SEATS_FOR: Final = Sentence(
    "events.seats-for",
    "tables of {sizes} have {seats} seats, but {count} entrants play; change --pods",
    "卓{sizes}は合わせて{seats}席ですが、参加者は{count}人です。--podsを変えてください",
)
SIZE_NOT_ALLOWED: Final = Sentence(
    "events.size-not-allowed",
    "a table of {size} is not possible: tables have {sizes} seats",
    "{size}人の卓は作れません。卓の席数は{sizes}です",
)
OTHER_SIZES: Final = Sentence(
    "events.other-sizes",
    "the format draws tables of {drawn}, not of {sizes}; change --pods",
    "この形式の卓は{drawn}になり、{sizes}にはなりません。--podsを変えてください",
)
NEVER_TOGETHER: Final = Sentence(
    "events.never-together",
    "{a} and {b} may not share a table; lift the restriction with tourney event restrict --lift",
    "{a}さんと{b}さんは同じ卓に座れません。tourney event restrict --liftで制限を外せます",
)
NO_RESTRICTION: Final = Sentence(
    "events.no-restriction",
    "there is no restriction to lift for {who}; see tourney event explain",
    "{who}には外す制限がありません。tourney event explainで確かめられます",
)
NOTHING_RESTRICTED: Final = Sentence(
    "events.nothing-restricted",
    "the restrictions have not been changed since the event was made",
    "イベントを作ってから制限は変わっていません",
)
TABLES_CLASH: Final = Sentence(
    "events.tables-clash",
    "{a} and {b} meet in round {round}, but have different fixed tables; free one of them with "
    "tourney event restrict --lift",
    "{a}さんと{b}さんは第{round}回戦で当たりますが、固定卓が違います。"
    "tourney event restrict --liftで片方を外してください",
)
HAS_SEAT: Final = Sentence(
    "events.has-seat", "{who} has the fixed seat {seat}", "{who}さんの席は{seat}に固定です"
)
HAS_TABLE: Final = Sentence(
    "events.has-table", "{who} has the fixed table {table}", "{who}さんの卓は{table}に固定です"
)
NEVER_WITH: Final = Sentence(
    "events.never-with",
    "{who} may never share a table with {others}",
    "{who}さんは{others}と同じ卓になりません",
)
NEW_SEAT: Final = Sentence(
    "events.new-seat",
    "seat {seat} is new for {who}; seats so far: {before}",
    "{seat}は{who}さんの初めての席です。これまで: {before}",
)
SEAT_AGAIN: Final = Sentence(
    "events.seat-again",
    "{who} has seat {seat} again: no order of this table gives fewer repeated seats; seats so far: "
    "{before}",
    "{who}さんはまた{seat}です。この卓ではこれより席の重なりを減らせません。これまで: {before}",
)
MEETINGS_SO_FAR: Final = Sentence(
    "events.meetings-so-far",
    "two players may meet {most} {most:time|times}; with this round {who} has met nobody at the "
    "table more than {count} {count:time|times}",
    "同じ二人が当たるのは{most}回までです。{who}さんがこの卓の誰かと当たるのは多くて{count}回目です",
)
SEATED_TWICE: Final = Sentence(
    "events.seated-twice",
    "{who} has two seats in --pods; name every player once",
    "--podsに{who}さんが二度出ています。一人一度だけ書いてください",
)
NOT_PLAYING: Final = Sentence(
    "events.not-playing",
    "{who} does not play in this stage, or has left; leave the name out of --pods",
    "{who}さんはこのステージに出ていないか、抜けています。--podsから外してください",
)
SECOND_BYE: Final = Sentence(
    "events.second-bye",
    "{who} has had a bye already; give this one to a player without one, such as {other}",
    "{who}さんはもう不戦の回がありました。まだない人({other}さんなど)にしてください",
)
SWAP_REPEATS: Final = Sentence(
    "events.swap-repeats",
    "{a} and {b} would meet again, and the plan forbids it; swap other players",
    "{a}さんと{b}さんがもう一度当たりますが、計画では禁止です。ほかの人を入れ替えてください",
)
REPEAT: Final = Sentence(
    "events.repeat",
    "{a} and {b} would meet again, and the plan forbids it; give tables with --pods, or "
    "end the stage with tourney event final",
    "{a}さんと{b}さんがもう一度当たりますが、計画では禁止です。--podsで卓を指定するか、"
    "tourney event finalで先に進んでください",
)
NOBODY_PLAYS: Final = Sentence(
    "events.nobody-plays",
    "nobody can play another round of stage {stage}; add players or close the event",
    "ステージ「{stage}」の次の回戦に出られる人がいません。参加者を加えるか終了してください",
)
NOT_WITHOUT: Final = Sentence(
    "events.not-without",
    "no further round of stage {stage} can be drawn without {who}; let {who} return with tourney "
    "event return, or somebody take the place with tourney event replace, or end the stage here",
    "{who}さんがいないと、ステージ「{stage}」の次の回戦は組めません。tourney event returnで戻すか、"
    "tourney event replaceで代わりの人を入れるか、このステージをここで終えてください",
)
NO_CHESS_STAGE: Final = Sentence(
    "events.no-chess-stage",
    "the event has no Swiss stage at tables of two; programs for chess tournaments can only read "
    "and pair such a stage",
    "二人の卓によるスイス式のステージがありません。チェス大会用のプログラムが扱えるのは、そのステージだけです",
)
POINTS_NOT_AS_IN_CHESS: Final = Sentence(
    "events.points-not-as-in-chess",
    "stage {stage} does not count as chess does: a draw and a bye must be worth a win, half of it "
    "or nothing; use --points scaled or wins, and such a --bye",
    "ステージ「{stage}」の点の数え方がチェスと違います。引き分けは勝ちの半分、不戦は勝ち、その半分、"
    "0のどれかでなければなりません。--points scaledかwinsを使い、--byeも合わせてください",
)
NOT_TAKEN_BACK: Final = Sentence(
    "events.not-taken-back",
    "the last change of the event did not take a round back; draw the round with tourney event "
    "pair",
    "最後の変更は回戦の取り消しではありません。tourney event pairで組んでください",
)
DRAWN_ALREADY: Final = Sentence(
    "events.drawn-already",
    "round {round} is drawn already; take it back with tourney event unpair",
    "第{round}回戦はもう組まれています。tourney event unpairで取り消せます",
)
FIRST_DRAW: Final = Sentence(
    "events.first-draw",
    "round {round} cannot be drawn yet; the next one is round {next}",
    "第{round}回戦はまだ組めません。次は第{next}回戦です",
)
ALL_DRAWN: Final = Sentence(
    "events.all-drawn",
    "all {count} {count:round|rounds} of stage {stage} are drawn; end the event with "
    "tourney event close",
    "ステージ「{stage}」の全{count}回戦はもう組まれています。tourney event closeで終了してください",
)
ALL_DRAWN_NEXT: Final = Sentence(
    "events.all-drawn-next",
    "all {count} {count:round|rounds} of stage {stage} are drawn; go on with tourney event final",
    "ステージ「{stage}」の全{count}回戦はもう組まれています。"
    "tourney event finalで次に進んでください",
)
NOTHING_DRAWN: Final = Sentence(
    "events.nothing-drawn",
    "no round of stage {stage} is drawn; draw one with tourney event pair",
    "ステージ「{stage}」の回戦はまだ組まれていません。tourney event pairで組めます",
)
ONLY_LAST: Final = Sentence(
    "events.only-last",
    "round {round} cannot be changed; the last one is round {last}",
    "第{round}回戦は変えられません。最後は第{last}回戦です",
)
LOCKED: Final = Sentence(
    "events.locked",
    "round {round} is locked; unlock it with tourney event lock --undo",
    "第{round}回戦は固定されています。tourney event lock --undoで外せます",
)
NOT_LOCKED: Final = Sentence(
    "events.not-locked", "round {round} is not locked", "第{round}回戦は固定されていません"
)
HAS_RESULTS: Final = Sentence(
    "events.has-results",
    "table {table} of round {round} has a match; take it out with tourney match void first",
    "第{round}回戦の卓{table}には対戦があります。先にtourney match voidで外してください",
)
NOT_IN_ROUND: Final = Sentence(
    "events.not-in-round",
    "{who} has neither a table nor a bye in round {round}",
    "{who}さんには第{round}回戦の卓も不戦もありません",
)
SAME_PLACE: Final = Sentence(
    "events.same-place",
    "{a} and {b} have nothing to exchange; name two players with different places",
    "{a}さんと{b}さんには入れ替えるものがありません。別の席の二人を指定してください",
)

# Stages.

NOT_READY: Final = Sentence(
    "events.not-ready",
    "'{source}' is not known yet: a result is missing, or the round is not drawn",
    "{source}はまだ決まっていません(結果がないか、回戦が組まれていません)",
)
NOT_BEGUN: Final = Sentence(
    "events.not-begun", "stage {stage} has not begun", "ステージ「{stage}」は始まっていません"
)
NO_STAGE: Final = Sentence(
    "events.no-stage",
    "no further stage; add a final with tourney event final --top N",
    "次のステージはありません。tourney event final --top Nで決勝を加えられます",
)
FEEDS: Final = Sentence(
    "events.feeds",
    "stage {following} has begun with entrants of {stage}; take it back first with tourney event "
    "final --undo",
    "「{stage}」から進んだ人でステージ「{following}」が始まっています。"
    "先にtourney event final --undoで戻してください",
)
ROUNDS_LEFT_OUT: Final = Sentence(
    "events.rounds-left-out",
    "{count} of {of} rounds of {stage}",
    "「{stage}」全{of}回戦のうち{count}回",
)
STAGE_LEFT_OUT: Final = Sentence("events.stage-left-out", "stage {stage}", "ステージ「{stage}」")
ROUNDS_LEFT: Final = Sentence(
    "events.rounds-left",
    "stage {stage} has {count} more {count:round|rounds}; draw {count:it|them} with "
    "tourney event pair",
    "ステージ「{stage}」はあと{count}回戦あります。tourney event pairで組んでください",
)
SHARED_LINE: Final = Sentence(
    "events.shared-line",
    "{who} share the last {places:place|places} of '{source}': draw lots with tourney event final "
    "--lots, or name the winners of a play-off with --ahead",
    "{source}の境目で{who}が同順位です(残り{places}人)。tourney event final --lotsで"
    "くじを引くか、決定戦の勝者を--aheadで指定してください",
)
TOO_FEW_LEFT: Final = Sentence(
    "events.too-few-left",
    "only {count} {count:entrant goes|entrants go} on to stage {stage}: too few for a table",
    "ステージ「{stage}」に進むのは{count}人だけで、一卓に足りません",
)
STAGE_DRAWN: Final = Sentence(
    "events.stage-drawn",
    "a round of stage {stage} is drawn; take it back with tourney event unpair first",
    "ステージ「{stage}」の回戦が組まれています。先にtourney event unpairで取り消してください",
)
STAGE_EXISTS: Final = Sentence(
    "events.stage-exists",
    "stage {stage} has begun already",
    "ステージ「{stage}」はもう始まっています",
)

# Results at tables.

NO_SUCH_STAGE: Final = Sentence(
    "events.no-such-stage",
    "no stage {stage} has begun; known: {known}",
    "ステージ{stage}は始まっていません。あるもの: {known}",
)
NO_STAGE_NAMED: Final = Sentence(
    "events.no-stage-named",
    "no stage {stage} in this event; known: {known}",
    "このイベントにステージ{stage}はありません。あるもの: {known}",
)
BAD_ROUND_DATE: Final = Sentence(
    "events.bad-round-date",
    "invalid date {text}; write 2026-11-28, 2026-11-28T19:00 or 2026-11-28T19:00+09:00",
    "日付{text}は読めません。2026-11-28、2026-11-28T19:00、2026-11-28T19:00+09:00のように"
    "書いてください",
)
DATE_BEYOND: Final = Sentence(
    "events.date-beyond",
    "a date for round {round}, but {stage} has {count} {count:round|rounds}; give fewer dates",
    "第{round}回戦の日付がありますが、「{stage}」は{count}回戦までです。日付を減らしてください",
)
NO_SUCH_ROUND: Final = Sentence(
    "events.no-such-round",
    "round {round} of {stage} is not drawn; {count} {count:round is|rounds are}",
    "「{stage}」に回戦{round}はまだありません。組まれているのは{count}回戦までです",
)
NO_SUCH_TABLE: Final = Sentence(
    "events.no-such-table",
    "round {round} has no table {table}; it has tables 1 to {count}",
    "第{round}回戦に卓{table}はありません。卓は1から{count}までです",
)
NOT_AT_TABLE: Final = Sentence(
    "events.not-at-table",
    "{who} does not play at table {table} of round {round}; see tourney event show",
    "{who}さんの席は第{round}回戦の卓{table}ではありません。tourney event showで確かめられます",
)
ABSENT_THERE: Final = Sentence(
    "events.absent-there",
    "{who} is absent from table {table} of round {round}; bring the player back with "
    "tourney event return",
    "{who}さんは第{round}回戦の卓{table}に来ていません。tourney event returnで戻せます",
)
SEATED_TWICE_AT: Final = Sentence(
    "events.seated-twice-at",
    "{who} is named twice at table {table} of round {round}",
    "第{round}回戦の卓{table}に{who}さんが二度出ています",
)
LEFT_OUT: Final = Sentence(
    "events.left-out",
    "{who} plays at table {table} of round {round} and has no result; if the player did not "
    "appear: tourney event no-show",
    "第{round}回戦の卓{table}の{who}さんの結果がありません。来なかったときは"
    "tourney event no-showを使ってください",
)
TABLE_TAKEN: Final = Sentence(
    "events.table-taken",
    "table {table} of round {round} has another match; take it out with tourney match void first",
    "第{round}回戦の卓{table}には別の対戦があります。先にtourney match voidで外してください",
)

# Replaying an event from its log.

OTHER_DRAW: Final = Sentence(
    "events.other-draw",
    "row {row} of the log: drawing round {round} of stage {stage} again gives other values for "
    "{what}; the row or the program was changed",
    "ログの{row}行目: ステージ「{stage}」の第{round}回戦を組み直すと{what}が変わります。"
    "行かプログラムが変わっています",
)
OTHER_STAGE: Final = Sentence(
    "events.other-stage",
    "row {row} of the log: other entrants qualify for stage {stage}; the row or the program was "
    "changed",
    "ログの{row}行目: ステージ「{stage}」に進む人が変わります。行かプログラムが変わっています",
)
IMPOSSIBLE: Final = Sentence(
    "events.impossible",
    "row {row} of the log: '{what}' is not possible there: {fault}",
    "ログの{row}行目: ここでは「{what}」はできません: {fault}",
)
WRONG_ROW: Final = Sentence(
    "events.wrong-row",
    "row {row} of the log: no '{what}' can say this: {fault}",
    "ログの{row}行目: 「{what}」はこの内容ではありえません: {fault}",
)
IN_ROW: Final = Sentence("events.in-row", "{path}: {fault}", "{path}: {fault}")
OTHER_ROW: Final = Sentence(
    "events.other-row",
    "row {row} of the log: '{what}' changes something else there; the row or the program was "
    "changed",
    "ログの{row}行目: 「{what}」で変わる内容が違います。行かプログラムが変わっています",
)
UNKNOWN_ROW: Final = Sentence(
    "events.unknown-row",
    "row {row} of the log: '{what}' is no change that can stand there",
    "ログの{row}行目: 「{what}」はここに書けない変更です",
)
UNREADABLE_ROW: Final = Sentence(
    "events.unreadable-row",
    "row {row} of the log: the details of '{what}' cannot be read",
    "ログの{row}行目: 「{what}」の内容が読めません",
)
NO_SUCH_ENTRANT: Final = Sentence(
    "events.no-such-entrant", "there is no entrant {number}", "参加者{number}はいません"
)
OTHER_RESULT: Final = Sentence(
    "events.other-result",
    "row {row} of the log: the result of match {match} differs from its record",
    "ログの{row}行目: 対戦{match}の結果が記録と違います",
)
NOT_LOGGED: Final = Sentence(
    "events.not-logged",
    "match {match} has a result at a table of the event that the log does not have",
    "対戦{match}の結果がログにありません",
)

# What a correction changes.

PAIRED_ON_OLD: Final = Sentence(
    "events.paired-on-old",
    "stage {stage}: round {rounds} was drawn with the old result and stays as it is",
    "「{stage}」第{rounds}回戦は前の結果で組まれています(変わりません)",
)
WOULD_GO_ON: Final = Sentence(
    "events.would-go-on",
    "stage {stage}: with the new result {new} goes on instead of {old}",
    "「{stage}」: 新しい結果では{old}の代わりに{new}が進みます",
)
NOW_SHARED: Final = Sentence(
    "events.now-shared",
    "{who} share the last {places:place|places} of '{source}' then",
    "{source}の境目(残り{places}人)で{who}が同順位になります",
)
HAS_BEGUN_WITH: Final = Sentence(
    "events.has-begun-with",
    "stage {stage} has begun with {old}; with the new result it would be {new}",
    "「{stage}」は{old}で始まっています。新しい結果では{new}です",
)
OPENS_TABLE: Final = Sentence(
    "events.opens-table",
    "table {table} of round {round} has no result then",
    "第{round}回戦の卓{table}は結果がなくなります",
)
FILLS: Final = Sentence(
    "events.fills",
    "{who} only fills empty seats and can be neither swapped nor replaced; name a player, or let "
    "the bot leave with tourney event drop",
    "{who}は空席を埋めるだけなので、入れ替えも交代もできません。プレイヤーを指定するか、"
    "tourney event dropでボットを外してください",
)

# Standings.

BRACKET_FINAL: Final = Sentence("event.bracket-final", "final", "決勝")
BRACKET_THIRD: Final = Sentence("event.bracket-third", "third place", "3位決定戦")
BRACKET_SEMIFINAL: Final = Sentence("event.bracket-semifinal", "semifinal {table}", "準決勝{table}")
BRACKET_QUARTERFINAL: Final = Sentence(
    "event.bracket-quarterfinal", "quarterfinal {table}", "準々決勝{table}"
)
MISSED_ROUNDS: Final[Mapping[str, Sentence]] = {
    "bye": Sentence("event.missed-bye", "bye {round}", "第{round}回戦は不戦"),
    "late": Sentence("event.missed-late", "late {round}", "第{round}回戦は参加前"),
    "absent": Sentence("event.missed-absent", "absent {round}", "第{round}回戦は欠場"),
    "no-show": Sentence("event.missed-no-show", "no-show {round}", "第{round}回戦は現れず"),
    "walkover": Sentence("event.missed-alone", "no opponent {round}", "第{round}回戦は相手なし"),
    "out": Sentence("event.missed-out", "not drawn {round}", "第{round}回戦は出番なし"),
}
"""Why an entrant has no match in a round."""
NEXT_MISSED: Final = Sentence("event.next-missed", "{first}, {next}", "{first}、{next}")
