"""Messages of `tourney event`: what a command changed, and which event is meant."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

# Which event, and who.

NO_OPEN_EVENT: Final = Sentence(
    "event.no-open",
    "no event is open; make one with tourney event new, or name one",
    "進行中のイベントはありません。tourney event newで作るか、名前を指定してください",
)
NO_CLOSED_EVENT: Final = Sentence(
    "event.no-closed-event",
    "no event is closed; see tourney event list",
    "終了したイベントはありません。一覧はtourney event listで見られます",
)
WHICH_EVENT: Final = Sentence(
    "event.which",
    "several events are open: {events}; name one",
    "進行中のイベントがいくつもあります({events})。一つ指定してください",
)
SEVERAL_EVENTS: Final = Sentence(
    "event.several",
    "{name} could be {events}; write more of the name",
    "{name}に当てはまるイベントがいくつもあります({events})。名前を長く書いてください",
)
NO_ENTRANT: Final = Sentence(
    "event.no-entrant",
    "{name} has not entered event {event}; {hint}",
    "{name}はイベント{event}に参加していません。{hint}",
)
DID_YOU_MEAN: Final = Sentence("event.did-you-mean", "did you mean {name}?", "{name}のことですか?")
SEE_ENTRANTS: Final = Sentence(
    "event.see-entrants",
    "see tourney event show --players",
    "tourney event show --playersで確かめられます",
)

SAY_BY: Final = Sentence(
    "event.say-by",
    "{word} is not the word 'by'; write tourney event replace PLAYER by OTHER",
    "{word}ではなく「by」と書いてください: tourney event replace PLAYER by OTHER",
)
SAY_WHO: Final = Sentence(
    "event.say-who",
    "{name} differs from the known player {known} only in width or case; use that name, or say "
    "--on-similar join or new",
    "{name}は前からいる{known}と全角半角や大文字小文字しか違いません。"
    "その名前を使うか、--on-similarでjoinかnewを指定してください",
)
NOT_A_PAIR: Final = Sentence(
    "event.not-a-pair", "cannot read {text}; write K=V", "{text}は読めません。K=Vと書いてください"
)

# A new event.

PLANNED: Final = Sentence(
    "event.planned", "{name}: {count} {count:entrant|entrants}", "{name}: 参加者{count}人"
)
STAGE_TABLES: Final = Sentence(
    "event.stage-tables",
    "{stage}: {games}, format {format}, {rounds}, {tables} if all play",
    "{stage}: {games}、形式{format}、{rounds}、全員なら{tables}",
)
STAGE_FROM: Final = Sentence(
    "event.stage-from",
    "{stage}: {sources} play {games}, format {format}, {rounds}",
    "{stage}: {sources}、{games}、形式{format}、{rounds}",
)
ROUNDS: Final = Sentence("event.rounds", "{count} {count:round|rounds}", "{count}回戦")
OPEN_END: Final = Sentence(
    "event.open-end", "as many rounds as you draw", "回戦の数は決まっていません"
)
EVEN_POINTS: Final = Sentence(
    "event.even-points",
    "{stage} counts even points: tables of different sizes have the same mean and spread; with "
    "--points scaled every table gives 4 to 0, and small ones are an advantage",
    "{stage}は均等ポイントです。人数の違う卓でも平均とばらつきが同じになります。"
    "--points scaledではどの卓も4から0で、小さい卓が有利です",
)
DUPLICATE_DEALS: Final = Sentence(
    "event.duplicate-deals",
    "all tables of a round have the same cards; in {stages} every seat is compared with the same "
    "seat at other tables",
    "一つの回戦の卓はすべて同じカードです。{stages}では他の卓の同じ席と比べます",
)
SAME_CARDS: Final = Sentence(
    "event.same-cards",
    "all tables of a round have the same cards",
    "一つの回戦の卓はすべて同じカードです",
)
FILLED_SEATS: Final = Sentence(
    "event.filled-seats",
    "{bots} {count:fills|fill} empty seats at tables below {size}, without a place in the "
    "standings",
    "{bots}(ボット{count}つ)が{size}人に足りない卓の空席に入ります(順位には数えません)",
)
WITH_BYES: Final = Sentence(
    "event.with-byes", "{tables} and {count} {count:bye|byes}", "{tables}と不戦{count}人"
)
BAD_SEED: Final = Sentence(
    "cli.bad-seed",
    "invalid seed {seed}; use at most {most} printable characters",
    "シード{seed}が正しくありません。表示できる文字で{most}文字までにしてください",
)
BAD_TABLE: Final = Sentence(
    "event.bad-table",
    "cannot read the fixed table {text}; write NAME=NUMBER",
    "固定卓{text}は読めません。名前=番号と書いてください",
)
BAD_SEAT: Final = Sentence(
    "event.bad-seat",
    "cannot read the fixed seat {text}; write NAME=A, with a letter from A to H",
    "固定席{text}は読めません。名前=Aのように、AからHの文字で書いてください",
)
NEVER_ALONE: Final = Sentence(
    "event.never-alone",
    "--never {text} names one player; write two or more, separated by commas",
    "--never {text}は一人だけです。二人以上をコンマで区切って書いてください",
)
RESTRICT_WHAT: Final = Sentence(
    "event.restrict-what",
    "nothing to change; use --never A,B, --fixed-seat NAME=A, --fixed-table NAME=1 or --lift A,B",
    "変更がありません。--never A,B、--fixed-seat 名前=A、--fixed-table 名前=1、"
    "--lift A,Bのどれかを使ってください",
)
RESTRICTED: Final = Sentence(
    "event.restricted",
    "the restrictions of {who} have changed from round {round} on; see tourney event explain",
    "{who}の制限を第{round}回戦から変えました。tourney event explainで確かめられます",
)
RESTRICTED_AS_BEFORE: Final = Sentence(
    "event.restricted-as-before",
    "the restrictions are as they were before the last change",
    "制限を前回の変更の前に戻しました",
)
DATES_WITHOUT_SET: Final = Sentence(
    "event.dates-without-set",
    "--stage and --round are for --set; give the dates with --set",
    "--stageと--roundは--setと一緒に使います。--setで日付を指定してください",
)
HAS_DATE: Final = Sentence(
    "event.has-date",
    "round {round} of {stage} is on {date}",
    "「{stage}」の第{round}回戦は{date}です",
)
NO_DATE: Final = Sentence(
    "event.no-date",
    "round {round} of {stage} has no date",
    "「{stage}」の第{round}回戦には日付がありません",
)
SAVED_EVENT: Final = Sentence("event.saved", "stored event {name}", "イベント{name}を保存しました")
NOT_SAVED: Final = Sentence("event.not-saved", "nothing was stored", "何も保存していません")
USUAL_FORMAT: Final = Sentence(
    "event.usual-format",
    "no --format given: {format}; the others are {others}",
    "--formatがないので{format}にします。ほかに{others}があります",
)
NEXT: Final = Sentence("event.next", "next: {command}", "次: {command}")
WITNESS: Final = Sentence(
    "event.witness",
    "SHA-256 of the seed of the next draw: {hash}",
    "次の組み合わせの乱数の種のSHA-256: {hash}",
)
WITNESS_LAST: Final = Sentence(
    "event.witness-last",
    "the hash of the next seed belongs on the sheets of the last round; use --round {round}",
    "次の種のハッシュは最後の回戦の用紙に載せます。--round {round}を使ってください",
)
PLACES_BY: Final = Sentence(
    "event.places-by",
    "places {first} to {last}: stage {stage}",
    "{first}位から{last}位:「{stage}」",
)
EVENT_OPEN: Final = Sentence(
    "event.event-open",
    "{name}: {count} {count:result is|results are} missing",
    "{name}: {count}卓の結果がまだありません",
)
EVENT_SO_FAR: Final = Sentence(
    "event.event-so-far",
    "{name}: standings so far, no result is missing",
    "{name}: これまでの順位です。結果はすべてそろっています",
)
EVENT_FINAL: Final = Sentence(
    "event.event-final",
    "{name}: standings of the whole event, no result is missing",
    "{name}: イベント全体の順位です。結果はすべてそろっています",
)
PLAN_ALONE: Final = Sentence(
    "event.plan-alone",
    "{option} cannot be combined with --plan; write it into the file",
    "{option}は--planと一緒に使えません。ファイルに書いてください",
)
NO_GAME: Final = Sentence(
    "event.no-game",
    "no game given; use --game with {known}",
    "ゲームがありません。--gameで指定してください({known})",
)
BAD_NAME: Final = Sentence(
    "event.bad-name",
    "invalid event name {name}; write one line of text",
    "イベントの名前{name}は使えません。1行の文字で書いてください",
)
NO_NAME: Final = Sentence(
    "event.no-name",
    "the event has no name; write one after tourney event new, or into the file",
    "イベントの名前がありません。tourney event newの後かファイルに書いてください",
)
LONG_NAME: Final = Sentence(
    "event.long-name",
    "event name {name} has {count} characters; use at most {most}",
    "イベントの名前{name}は{count}文字です。{most}文字以下にしてください",
)

# Phases.

PHASES: Final[Mapping[str, Sentence]] = {
    "planned": Sentence("event.phase-planned", "planned", "準備中"),
    "open": Sentence("event.phase-open", "open", "進行中"),
    "closed": Sentence("event.phase-closed", "closed", "終了"),
}
"""The words of the phases of an event."""

OPENED: Final = Sentence("event.opened", "event {name} is open", "イベント{name}が始まりました")
CLOSED: Final = Sentence(
    "event.closed",
    "event {name} is closed: its standings are final",
    "イベント{name}は終了しました。順位は確定です",
)
CLOSE_WITHOUT: Final = Sentence(
    "event.close-without",
    "event {name} is not over, these are not drawn: {left}; close it, so that its standings are "
    "final?",
    "イベント{name}はまだ終わっていません。行われていないもの: {left}。終了して順位を確定しますか?",
)
STILL_GOES_ON: Final = Sentence(
    "event.still-goes-on", "event {name} is still open", "イベント{name}は続いています"
)
CLOSED_WITHOUT: Final = Sentence(
    "event.closed-without",
    "event {name} is closed without {left}: its standings are final",
    "イベント{name}は終了しました。順位は確定です。行われなかったもの: {left}",
)
REOPENED: Final = Sentence(
    "event.reopened", "event {name} is open again", "イベント{name}を再開しました"
)

# Entrants.

PLAYS: Final = Sentence("event.plays", "plays", "参加中")
FILLS_SEATS: Final = Sentence("event.fills-seats", "fills seats", "空席に入る")
HAS_LEFT: Final = Sentence("event.has-left", "left", "抜けた")

ENTERS: Final = Sentence(
    "event.enters",
    "{who} enters as number {number}; {count} play",
    "{who}さんが{number}番で参加します。参加者は{count}人です",
)
ENTERS_LATE: Final = Sentence(
    "event.enters-late",
    "{who} enters as number {number} from round {round}; points for each missed round: {points}, "
    "missed rounds: {missed}",
    "{who}さんが{number}番で第{round}回戦から参加します。"
    "出なかった{missed}回戦はそれぞれ{points}ポイントです",
)
LEAVES: Final = Sentence(
    "event.leaves",
    "{who} leaves from round {round}; {count} play",
    "{who}さんは第{round}回戦から抜けます。参加者は{count}人です",
)
NO_ROUND_LEFT: Final = Sentence(
    "event.no-round-left",
    "all rounds are drawn without {who}; to draw them again: {command}, then tourney event pair "
    "--all",
    "すべての回戦が{who}さんなしで組まれています。組み直すには{command}の後に"
    "tourney event pair --all",
)
STAYS: Final = Sentence(
    "event.stays",
    "{who} still plays at table {table} of round {round}; if the player is not there: {command}",
    "{who}さんは第{round}回戦の卓{table}には出ます。来ないときは: {command}",
)
STAYS_AT: Final = Sentence(
    "event.stays-at",
    "{who} still has matches in rounds {rounds}; if they will not be played: {command}",
    "{who}さんには第{rounds}回戦の対戦が残っています。行わないときは: {command}",
)
BACK: Final = Sentence(
    "event.back",
    "{who} is back from round {round}: 0 points for each round away",
    "{who}さんは第{round}回戦から戻ります。抜けていた回戦は0ポイントです",
)
BACK_AT_TABLE: Final = Sentence(
    "event.back-at-table",
    "{who} is back and sits at table {table} of round {round}",
    "{who}さんが戻り、第{round}回戦の卓{table}に座ります",
)
ABSENT: Final = Sentence(
    "event.absent",
    "{who} is absent: table {table} of round {round} plays with {count}{without}",
    "{who}さんは来ません。第{round}回戦の卓{table}は{count}人で{without}行います",
)
WITHOUT: Final = Sentence("event.without", ", without {options}", "、{options}なしで")
ABSENT_ALONE: Final = Sentence(
    "event.absent-alone",
    "{who} is absent: table {table} of round {round} cannot be played",
    "{who}さんは来ません。第{round}回戦の卓{table}は行えません",
)
NO_TABLE_TO_MISS: Final = Sentence(
    "event.no-table-to-miss",
    "{who} has no open table, so no table changes",
    "{who}さんには結果を待つ卓がないので、卓は変わりません",
)
CAN_REDRAW: Final = Sentence(
    "event.can-redraw",
    "round {round} has no result yet; to draw it again: {command}",
    "第{round}回戦の結果はまだありません。組み直すには: {command}",
)
DRAW_AGAIN: Final = Sentence(
    "event.draw-again",
    "round {round} has no result yet, and could have tables of {tables}: draw it again?",
    "第{round}回戦の結果はまだなく、{tables}の卓にできます。組み直しますか",
)
REPLACES: Final = Sentence(
    "event.replaces",
    "{new} plays instead of {who} as number {number}, from round {round}",
    "{who}さんの代わりに{new}さんが{number}番で第{round}回戦から出ます",
)

# Rounds.

DRAWN: Final = Sentence(
    "event.drawn",
    "round {round} of {stage} drawn (seed {seed}): {count} {count:table|tables}, {game}",
    "「{stage}」第{round}回戦を組みました(種{seed}): {count}卓、{game}",
)
ALL_ALONE: Final = Sentence(
    "event.all-alone",
    "--all is about all rounds; remove the options that choose or draw one",
    "--allはすべての回戦が対象です。1つの回戦を選ぶオプションは外してください",
)
NOTHING_OPEN: Final = Sentence(
    "event.nothing-open",
    "every drawn table of {stage} has a result",
    "「{stage}」の卓にはすべて結果があります",
)
ALL_DRAWN: Final = Sentence(
    "event.all-drawn",
    "rounds {first} to {last} of {stage} drawn; results can come in any order",
    "「{stage}」の第{first}回戦から第{last}回戦までを組みました。結果はどの順に入力してもかまいません",
)
GIVEN: Final = Sentence(
    "event.given",
    "round {round} of {stage} as given: {count} {count:table|tables}, {game}",
    "「{stage}」第{round}回戦を指定のとおり組みました: {count}卓、{game}",
)
BYES: Final = Sentence("event.byes", "bye: {who}", "不戦: {who}")
COST: Final = Sentence(
    "event.cost",
    "the best round found; its cost is {cost}, and no round costs less than {bound}",
    "見つかった中で最もよい組み合わせです(コスト{cost}、どの組み合わせも{bound}以上)",
)
BEST: Final = Sentence(
    "event.best", "no other round is better", "これよりよい組み合わせはありません"
)
NO_REPEATS: Final = Sentence(
    "event.no-repeats", "nobody meets anybody again", "同じ相手との再戦はありません"
)
LEAST: Final = Sentence("event.least", " (smallest possible: {least})", "(最小{least})")
NOTHING: Final = Sentence("event.nothing", "", "")
FIGURES: Final[Mapping[str, Sentence]] = {
    "repeats": Sentence(
        "event.repeats", "pairs that meet again: {value}{least}", "再戦の組: {value}{least}"
    ),
    "spread": Sentence(
        "event.spread",
        "largest difference of points at a table: {value}{least}",
        "一つの卓の中のポイント差は最大{value}{least}",
    ),
    "small tables": Sentence(
        "event.small-tables",
        "players who sit at a small table once more: {value}{least}",
        "小さい卓に再び座る人: {value}人{least}",
    ),
    "most meetings of a pair": Sentence(
        "event.most-meetings",
        "in the whole schedule two meet at most {value} times{least}",
        "全日程で同じ二人の対戦は最大{value}回{least}",
    ),
    "fewest meetings of a pair": Sentence(
        "event.fewest-meetings",
        "in the whole schedule two meet at least {value} times",
        "全日程で同じ二人の対戦は最少{value}回",
    ),
    "seats": Sentence(
        "event.seats",
        "somebody has had one seat {value} times more often than another{least}",
        "同じ人の席の回数の差は最大{value}{least}",
    ),
    "time limit": Sentence(
        "event.time-limit",
        "the time limit ended the search; with a longer one there may be a better round",
        "時間制限に達したので探索を終えました。制限を延ばすと、もっと良い組み合わせが見つかることがあります",
    ),
}
"""What a measure of a round says; `least` is the smallest value that is known to be possible."""
USUAL: Final[Mapping[str, int]] = {"small tables": 0, "time limit": 0, "seats": 1}
"""Values up to which a measure is not worth a line."""
IN_PROGRESS: Final = Sentence(
    "event.in-progress",
    "match {match} of round {round} has not ended; finish it: tourney {command} --resume {id}, or "
    "remove it: tourney {command} --discard {id}",
    "第{round}回戦の対戦{match}が途中です。"
    "続けるには: tourney {command} --resume {id} 取り消すには: tourney {command} --discard {id}",
)
UNDRAWN: Final = Sentence(
    "event.undrawn",
    "round {round} of {stage} taken back; the log keeps its tables",
    "「{stage}」第{round}回戦を取り消しました。組み合わせはログに残っています",
)
REDRAWN: Final = Sentence(
    "event.redrawn",
    "round {round} of {stage} is there again, with the same tables",
    "「{stage}」第{round}回戦を元の組み合わせに戻しました",
)
SWAPPED: Final = Sentence(
    "event.swapped",
    "{a} and {b} have exchanged their places in round {round}",
    "第{round}回戦で{a}さんと{b}さんの席を入れ替えました",
)
MEETS_AGAIN: Final = Sentence(
    "event.meets-again", "{who} meets {others} again", "{who}さんは再戦になります: {others}"
)
IS_LOCKED: Final = Sentence(
    "event.is-locked",
    "round {round} is locked: no swap and no unpair",
    "第{round}回戦を固定しました。入れ替えと取り消しはできません",
)
IS_UNLOCKED: Final = Sentence(
    "event.is-unlocked", "round {round} can be changed again", "第{round}回戦をまた変えられます"
)
BEGUN: Final = Sentence(
    "event.begun",
    "stage {stage} begins with {count} entrants: {who}",
    "ステージ「{stage}」が{count}人で始まります: {who}",
)
BY_LOTS: Final = Sentence(
    "event.by-lots",
    "{who} shared the last {places:place|places} of '{source}': decided by lots",
    "{source}の境目({places}人)で同順位の{who}はくじで決めました",
)
NOT_BEGUN: Final = Sentence(
    "event.not-begun",
    "stage {stage} is taken back",
    "ステージ「{stage}」を取り消しました",
)
BAD_PODS: Final = Sentence(
    "event.bad-pods",
    "cannot read {text}; write auto, sizes such as 4,4,5, or names such as 'A,B,C;D,E,F'",
    "{text}は読めません。auto、4,4,5のような人数、'A,B,C;D,E,F'のような名前を書いてください",
)
NO_REASONS: Final = Sentence(
    "event.no-reasons",
    "the organiser gave the tables of round {round}",
    "第{round}回戦の卓は主催者が決めました",
)
CHANGED_TABLE: Final = Sentence(
    "event.changed-table",
    "this table of round {round} was changed after the draw: players were exchanged or replaced",
    "第{round}回戦のこの卓は、組んだ後で入れ替えや交代がありました",
)
SITS: Final = Sentence(
    "event.sits",
    "{who} ({points}) sits at table {table} with {others}.",
    "{who}さん({points})は卓{table}、相手は{others}。",
)
WITH_POINTS: Final = Sentence("event.with-points", "{who} ({points})", "{who}({points})")
HAS_BYE: Final = Sentence(
    "event.has-bye", "{who} ({points}) has a bye.", "{who}さん({points})は不戦です。"
)
NOT_DRAWN: Final = Sentence(
    "event.not-drawn",
    "{who} ({points}) is not drawn in round {round}.",
    "{who}さん({points})は第{round}回戦に出ません。",
)
ONLY_FILLS: Final = Sentence(
    "event.only-fills", "{who} only fills empty seats", "{who}は空いた席に入るだけです"
)
NOT_IN_STAGE: Final = Sentence(
    "event.not-in-stage",
    "{who} does not play in stage {stage}",
    "{who}さんはステージ「{stage}」に出ていません",
)
PLAYS_INSTEAD: Final = Sentence(
    "event.plays-instead", "{other} plays instead of {who}", "{who}さんの代わりは{other}さんです"
)
HAD_LEFT: Final = Sentence(
    "event.had-left",
    "{who} had left when round {round} was drawn",
    "{who}さんは第{round}回戦を組んだときには抜けていました",
)
DRAWN_FROM: Final = Sentence(
    "event.drawn-from",
    "{who} entered later: drawn from round {round} on",
    "{who}さんは途中からの参加で、第{round}回戦から組まれます",
)
DID_NOT_APPEAR: Final = Sentence(
    "event.did-not-appear", "{who} did not appear", "{who}さんは来ませんでした"
)
NO_ROUND: Final = Sentence(
    "event.no-round",
    "stage {stage} has no round {round}; {count} {count:round is|rounds are} drawn",
    "「{stage}」に第{round}回戦はありません。組まれているのは{count}回戦です",
)

# Standings.

BYE_ALONE: Final = Sentence("event.bye-alone", "bye", "不戦")
BYE_WORTH: Final = Sentence("event.bye-worth", "bye {points}", "不戦 {points}")
FINAL_STANDINGS: Final = Sentence(
    "event.final-standings",
    "{name}, {stage}: standings after {count} {count:round|rounds}, no result is missing",
    "{name}「{stage}」: {count}回戦までの順位(結果はすべてあります)",
)
OPEN_STANDINGS: Final = Sentence(
    "event.open-standings",
    "{name}, {stage}: not final, {missing} of {tables} tables of round {round} have no result",
    "{name}「{stage}」: 途中の順位。第{round}回戦の{tables}卓のうち{missing}卓の結果がありません",
)
OPEN_ROUNDS: Final = Sentence(
    "event.open-rounds",
    "{name}, {stage}: not final, {missing} of {tables} tables of rounds {first} to {last} have no "
    "result",
    "{name}「{stage}」: 途中の順位。第{first}回戦から第{last}回戦の{tables}卓のうち{missing}卓の"
    "結果がありません",
)
NO_ROUND_YET: Final = Sentence(
    "event.no-round-yet",
    "{name}, {stage}: no round is drawn",
    "{name}「{stage}」: まだ組み合わせがありません",
)
CUT_SHARED: Final = Sentence(
    "event.cut-shared",
    "attention: {who} share the last {places:place|places} of '{source}': draw lots with tourney "
    "event final --lots, or name the winners of a play-off with --ahead",
    "注意: {source}の境目(残り{places}人)で{who}が同順位です。tourney event final --lotsで"
    "くじを引くか、決定戦の勝者を--aheadで指定してください",
)
NO_STAGE_OF: Final = Sentence(
    "event.no-stage-of",
    "no stage {name} has begun; stages: {known}",
    "ステージ{name}は始まっていません。あるもの: {known}",
)

# Results.

MISTAKE: Final = Sentence("event.mistake", "mistake", "間違い")
STORED_RESULT: Final = Sentence(
    "event.stored-result", "stored match {name}", "対戦{name}を保存しました"
)
NOT_COUNTED: Final = Sentence(
    "event.not-counted",
    "match {name} does not count yet: it needs the scores of all players; "
    "next: {command} A=31 B=22 …",
    "対戦{name}はまだ順位に数えません。全員の得点が必要です。次: {command} A=31 B=22 ...",
)
ENTERED_MEANWHILE: Final = Sentence(
    "event.entered-meanwhile",
    "somebody else has just entered a result of table {table} of round {round}; see tourney event "
    "show, and correct it with the same command",
    "第{round}回戦の卓{table}の結果は、ちょうど他の人が入力しました。tourney event showで確かめて、"
    "違っていれば同じコマンドで訂正してください",
)
DATE_TO_COME: Final = Sentence(
    "event.date-to-come",
    "attention: the date {date} is {days} {days:day|days} after today",
    "注意: 日付{date}は今日より{days}日後です",
)
DATE_LATE: Final = Sentence(
    "event.date-late",
    "attention: the date {date} is {days} days after round {round}",
    "注意: 日付{date}は第{round}回戦より{days}日後です",
)
DATE_EARLY: Final = Sentence(
    "event.date-early",
    "attention: the date {date} is {days} days before round {round}",
    "注意: 日付{date}は第{round}回戦より{days}日前です",
)
DATE_LONG_AGO: Final = Sentence(
    "event.date-long-ago",
    "attention: the date {date} is {days} days before today",
    "注意: 日付{date}は今日より{days}日前です",
)
STILL_OPEN: Final = Sentence(
    "event.still-open",
    "{count} of {tables} tables of round {round} still open",
    "第{round}回戦は{tables}卓のうち{count}卓が残っています",
)
NOBODY_HAS_TO_PLAY: Final = Sentence(
    "event.nobody-has-to-play",
    "round {round} has no match; next: {command}",
    "第{round}回戦には対戦がありません。次: {command}",
)
ENDS_WITHOUT: Final = Sentence(
    "event.ends-without",
    "no further round of stage {stage} can be drawn without {who}, unless somebody takes the place "
    "with tourney event replace",
    "{who}さんがいないと、ステージ「{stage}」の次の回戦は組めません。代わりの人がいれば"
    "tourney event replaceで入れてください",
)
ROUND_COMPLETE_BUT: Final = Sentence(
    "event.round-complete-but",
    "round {round} is complete; round {other} of {stage} still has {count} open "
    "{count:table|tables}",
    "第{round}回戦の結果がそろいました。「{stage}」第{other}回戦にはまだ{count}卓残っています",
)
ROUND_COMPLETE: Final = Sentence(
    "event.round-complete",
    "round {round} is complete; next: {command}",
    "第{round}回戦はすべて終わりました。次: {command}",
)
TABLE_HAS_NO_MATCH: Final = Sentence(
    "event.no-match",
    "table {table} of round {round} cannot be played: too few players are there",
    "第{round}回戦の卓{table}は人が足りないので行えません",
)
WOULD_STORE: Final = Sentence(
    "event.would-store",
    "match {name} would be stored: {result}",
    "対戦{name}を次の内容で保存することになります: {result}",
)
PLACE_SHARED: Final = Sentence(
    "event.place-shared",
    "equal scores share a place; if something else decides in this game, add --rank 'A > B'",
    "同じ得点は同順位にしました。ほかのことで決まるときは--rank 'A > B'を付けてください",
)
OTHER_GAME: Final = Sentence(
    "event.other-game",
    "round {round} is played with {game}, not with {other}",
    "第{round}回戦のゲームは{game}です。{other}ではありません",
)
OTHER_PLAYERS: Final = Sentence(
    "event.other-players",
    "at table {table} of round {round} sit {players}; leave out the players, or swap them with "
    "tourney event swap",
    "第{round}回戦の卓{table}は{players}です。プレイヤーを書かないか、"
    "tourney event swapで入れ替えてください",
)
WHICH_TABLE: Final = Sentence(
    "event.which-table",
    "event {event} has several open tables; name one with --table",
    "イベント{event}の卓がいくつも残っています。--tableで指定してください",
)
NO_OPEN_TABLE: Final = Sentence(
    "event.no-open-table",
    "event {event} has no table without a result; draw a round with tourney event pair",
    "イベント{event}に結果のない卓はありません。tourney event pairで次を組んでください",
)
AT_TABLE: Final = Sentence(
    "event.at-table",
    "{event}, {stage}, round {round}, table {table}: {players}",
    "{event}「{stage}」第{round}回戦 卓{table}: {players}",
)

# Replay.

REPLAYED: Final = Sentence(
    "event.replayed",
    "replayed {count} rows of the log: each is possible where it stands, and draws and qualified "
    "players come out again; standings and ratings are computed from them, not compared",
    "ログの{count}行を再現しました。どの変更もその時点で可能で、組み合わせと次のステージに進む人は同じです。"
    "順位とレーティングはそこから計算したもので、比べてはいません",
)
REPLAYED_TABLES: Final = Sentence(
    "event.replayed-tables",
    "replayed {count} rows of the log: each is possible where it stands, and draws and qualified "
    "players come out again, but of {draws} {draws:draw|draws} of an earlier version only tables "
    "and byes were checked; standings and ratings are computed from them, not compared",
    "ログの{count}行を再現しました。どの変更もその時点で可能で、組み合わせと次のステージに進む人は同じです。"
    "ただし以前の版による組み合わせ{draws}件は、卓と不戦だけを確かめました。"
    "順位とレーティングはそこから計算したもので、比べてはいません",
)
OLDER_EVENT: Final = Sentence(
    "event.older",
    "{name} keeps the rules of the version that made it: in values per match a bye counts as a "
    "match without points, see tourney help tie-breaks",
    "「{name}」は作ったときの版の決まりのままです。1対戦あたりの値では、"
    "不戦も0ポイントの対戦として数えます(tourney help tie-breaksを参照)",
)
COPIED: Final = Sentence(
    "event.copied",
    "wrote the rows of the event to {file}: the replay there gives the same {count} bytes",
    "イベントの行を{file}に書きました。そこで再現しても同じ{count}バイトです",
)
OTHER_BYTES: Final = Sentence(
    "event.other-bytes",
    "the replay in {file} gives other bytes; keep the file and report this",
    "{file}での再現が同じになりません。ファイルを残して報告してください",
)
FILE_EXISTS: Final = Sentence(
    "event.file-exists",
    "{file} exists already; name a new file",
    "{file}はもうあります。新しいファイルを指定してください",
)
