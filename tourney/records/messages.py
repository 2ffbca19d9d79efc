"""Messages about the content of records: what contradicts the rules, and what was verified.

Games have their own messages; messages about unreadable text are in `reading_messages`.
"""

from typing import Final

from engines.messages import Sentence

# What comes next.

STILL_HAS_TO: Final = Sentence(
    "records.still-has-to", "{who} still has to {do}", "まだ{who}が{do}番です"
)
MISSING_AT_END: Final = Sentence(
    "records.missing-at-end",
    "'-- {text}' is missing at the end",
    "最後に「-- {text}」がありません",
)
DEAL_DUE: Final = Sentence(
    "records.deal-due", "'{label}' is expected here", "ここには「{label}」が必要です"
)
WRITE_DEAL: Final = Sentence(
    "records.write-deal",
    "write what the dealer did",
    "ディーラーがしたことを書いてください",
)
COMES_NEXT: Final = Sentence(
    "records.comes-next", "'{text}' comes next", "次に来るのは「{text}」です"
)
PUT_IN: Final = Sentence(
    "records.put-in",
    "insert it, or correct this line",
    "それを書き足すか、この行を直してください",
)
NOTHING_FOLLOWS: Final = Sentence(
    "records.nothing-follows",
    "the match is over, nothing can follow",
    "対戦は終わっているので、この後には何も書けません",
)

# Against the rules.

SO_NOT: Final = Sentence(
    "records.so-not",
    "{why}, so '{move}' is not allowed",
    "「{move}」はできません。{why}",
)
IF_REAL: Final = Sentence(
    "records.if-real",
    "if it really happened write ^{text}",
    "実際に起きたことなら^{text}と書いてください",
)
LET_STAND: Final = Sentence("records.let-stand", "let stand: {why}", "有効とされました: {why}")
SAID_IRREGULAR: Final = Sentence(
    "records.said-irregular",
    "against the rules, as the record says",
    "記録によればルール違反です",
)
TOO_MANY_SHOWN: Final = Sentence(
    "records.too-many-shown",
    "{card} is shown more often than there are such cards",
    "{card}が実際の枚数より多く出ています",
)
SHOWN_HERE: Final = Sentence("records.shown-here", "shown here", "ここに出ています")
SHOWN_TIMES: Final = Sentence(
    "records.shown-times", "shown {times} times up to here", "ここまでに{times}回出ています"
)
CORRECT_PLACE: Final = Sentence(
    "records.correct-place",
    "correct one of the places where it is shown",
    "出ている所のどれかを直してください",
)
LAST_NAMED: Final = Sentence(
    "records.last-named", "{card} was last named here", "{card}が最後に出たのはここです"
)
BY_THE_RULES: Final = Sentence(
    "records.by-the-rules",
    "by the rules this reads '{text}', not '{there}'",
    "ルールどおりなら「{there}」ではなく「{text}」です",
)
LEFT_OUT: Final = Sentence(
    "records.left-out",
    "'{what}' is missing after '{there}'",
    "「{there}」の後に「{what}」がありません",
)
CORRECT_LINES: Final = Sentence(
    "records.correct-lines",
    "correct line {first} or {last}",
    "{first}行目か{last}行目を直してください",
)

# What cannot be replayed.

UNKNOWN_CARD: Final = Sentence(
    "records.unknown-card", "unknown card in line {line}", "{line}行目に不明なカードがあります"
)
BETWEEN_TURNS: Final = Sentence(
    "records.between-turns",
    "a gap stands between two turns of a round: complete the line before it, ? for the unknown",
    "抜けた番はラウンドの番と番の間に書きます。前の行を最後まで(不明なら?で)書いてください",
)
TURNS_MISSING: Final = Sentence(
    "records.turns-missing",
    "turns are missing at line {line}",
    "{line}行目の番が抜けています",
)
NOT_WRITTEN: Final = Sentence(
    "records.not-written",
    "'{text}' is not written before line {line}",
    "{line}行目より前に「{text}」が書かれていません",
)
NO_REPLAY: Final = Sentence(
    "records.no-replay",
    "the irregular action in line {line} cannot be replayed",
    "{line}行目のルール違反の行動は再現できません",
)
RULING_IN: Final = Sentence(
    "records.ruling-in", "the ruling in line {line}", "{line}行目の裁定のためです"
)

# What a record states.

NO_STATUS: Final = Sentence(
    "records.no-status",
    "no status, so the file may be cut off",
    "statusがないので、ファイルが途中で切れているかもしれません",
)
ASSUMED: Final = Sentence(
    "records.assumed",
    "no status, so {status} is assumed",
    "statusがないので{status}とみなします",
)
NOT_OVER: Final = Sentence(
    "records.not-over", "the match is not over: {owed}", "対戦は終わっていません。{owed}"
)
WRITE_REST: Final = Sentence(
    "records.write-rest",
    "write what is missing, or another status such as unfinished",
    "足りないところを書くか、unfinishedなど別のstatusにしてください",
)
OVER_STATUS: Final = Sentence(
    "records.over-status",
    "the match is over, so it is not {status}",
    "対戦は終わっているので、{status}ではありません",
)
LINE_SHOULD_BE: Final = Sentence(
    "records.line-should-be", "this line should be '{line}'", "この行は「{line}」となるはずです"
)
ONE_LINE: Final = Sentence(
    "records.one-line", "write each turn on one line", "一つの手番は一行に書いてください"
)
COUNTED: Final = Sentence(
    "records.counted",
    "{name} by the entries so far: {found}",
    "ここまでの記録では{name}は{found}です",
)
NOBODY_HAS: Final = Sentence(
    "records.nobody-has", "{name} has no '{key}'", "{name}に「{key}」はありません"
)
FIRST_OF_TEAM: Final = Sentence(
    "records.first-of-team",
    "with teams a check names the first seat of each team: {seats}",
    "チーム戦の照合には各チームの最初の席を書きます: {seats}",
)
RESULT_FOUND: Final = Sentence(
    "records.result-found", "the result by the replay: {found}", "再現した結果: {found}"
)
RANK_FOUND: Final = Sentence(
    "records.rank-found", "the rank by the replay: {found}", "再現した順位: {found}"
)
PLACE_FOUND: Final = Sentence(
    "records.place-found",
    "by the replay {who} takes place {place}",
    "再現すると{who}は{place}位です",
)
ABOVE_WITH_MORE: Final = Sentence(
    "records.above-with-more",
    "{who} is ranked above {other} with a higher score",
    "得点の多い{who}が{other}より上位になっています",
)
ABOVE_WITH_LESS: Final = Sentence(
    "records.above-with-less",
    "{who} is ranked above {other} with a lower score",
    "得点の少ない{who}が{other}より上位になっています",
)
SHARED_PLACE: Final = Sentence(
    "records.shared-place",
    "{who} and {other} share a place, but their scores differ",
    "{who}と{other}は得点が違うのに同じ順位になっています",
)
EQUAL_SCORES: Final = Sentence(
    "records.equal-scores",
    "{who} and {other} have equal scores, so they share a place",
    "{who}と{other}は得点が同じなので、同じ順位です",
)
NEVER_SHARED: Final = Sentence(
    "records.never-shared",
    "{who} and {other} share a place, but in this game no place is shared",
    "{who}と{other}が同じ順位ですが、このゲームに同順位はありません",
)
PARTNERS_SCORE: Final = Sentence(
    "records.partners-score",
    "{pair} are partners and have one score",
    "{pair}はパートナーなので得点は同じです",
)
PARTNERS_PLACE: Final = Sentence(
    "records.partners-place",
    "{pair} are partners and have one place",
    "{pair}はパートナーなので順位は同じです",
)
NO_FORFEIT_LINE: Final = Sentence(
    "records.no-forfeit-line",
    "{who} forfeits above, but the trailer has no forfeit line for it",
    "{who}は途中で棄権していますが、最後にforfeitの行がありません",
)
NOBODY_FORFEITS: Final = Sentence(
    "records.nobody-forfeits",
    "the status is forfeit, but nobody forfeits",
    "statusはforfeitですが、棄権した席がありません",
)

# What was verified.

SEATS: Final = Sentence("records.seats", "{count} {count:seat|seats}", "{count}席")
PLIES: Final = Sentence("records.plies", "{count} plies", "{count}手")
NO_PLIES: Final = Sentence("records.no-plies", "no plies to verify", "確認する手なし")
VERIFIED_ALL: Final = Sentence("records.verified-all", "verified all", "すべて確認")
VERIFIED_SOME: Final = Sentence(
    "records.verified-some", "verified {count} of {plies}", "{plies}手のうち{count}手を確認"
)
FURTHER: Final = Sentence("records.further", "{one}; {other}", "{one}、{other}")
ALSO: Final = Sentence("records.also", "{one}, {other}", "{one}、{other}")
GAPS: Final = Sentence("records.gaps", "{count} {count:gap|gaps}", "抜け{count}か所")
CONSISTENT: Final = Sentence("records.consistent", "{count} consistent", "矛盾なし{count}手")
IRREGULAR: Final = Sentence("records.irregular", "{count} irregular", "ルール違反{count}手")
NOT_VERIFIED: Final = Sentence("records.not-verified", "not verified: {what}", "未確認: {what}")
INCOMPLETE: Final = Sentence(
    "records.incomplete",
    "incomplete for source: engine: {why}",
    "source: engineとしては不完全: {why}",
)
IN_LINE: Final = Sentence("records.in-line", "line {line}: {what}", "{line}行目: {what}")
CHECKS: Final = Sentence("records.checks", "{count} {count:check|checks}", "照合{count}件")
RESULT: Final = Sentence("records.result", "result", "結果")
RANK: Final = Sentence("records.rank", "rank", "順位")
CHECK_IN: Final = Sentence(
    "records.check-in", "'-- {text}' in line {line}", "{line}行目の「-- {text}」"
)
FROM_THERE: Final = Sentence(
    "records.from-there", "everything from there on: {why}", "それより後の全部({why})"
)
RESULT_AND_RANK: Final = Sentence(
    "records.result-and-rank", "result and rank: {why}", "結果と順位({why})"
)
RANK_ONLY: Final = Sentence("records.rank-only", "rank: {why}", "順位({why})")
NOT_ALL_KNOWN: Final = Sentence(
    "records.not-all-known",
    "cards that decide it are unknown",
    "それを決めるカードが不明です",
)
STATUS_IS: Final = Sentence("records.status-is", "status {status}", "statusが{status}です")
STATUS_OPEN: Final = Sentence("records.status-open", "no status is given", "statusがありません")

# A problem on the screen.

BY_RULE: Final = Sentence("records.by-rule", "{fault} ({rule})", "{fault} ({rule})")
RULE_LABEL: Final = Sentence("records.rule-label", "rule:", "ルール:")
FIX_LABEL: Final = Sentence("records.fix-label", "fix: ", "対処:  ")

# How a source of records is reported.

NO_MATCH: Final = Sentence(
    "records.no-match",
    "no match in {name}: a record starts with match: ID",
    "{name}に対戦がありません。記録はmatch: IDの行から始まります",
)
MORE_ERRORS: Final = Sentence(
    "records.more-errors",
    "{name}: {count} more {count:error|errors}; show them with --max-errors",
    "{name}: 誤りがあと{count}件あります。--max-errorsで表示できます",
)
UNCHECKED: Final = Sentence(
    "records.unchecked",
    "{match}: {count} later {count:ply|plies} not checked",
    "{match}: これより後の{count}手は確認していません",
)
CHECKER_DIED: Final = Sentence(
    "records.checker-died",
    "{name}: the process that checked it died every time",
    "{name}: 確認するプロセスが何度も異常終了しました",
)
FULL_RULE: Final = Sentence(
    "records.full-rule",
    "{number} (in full: tourney help rule:{number})",
    "{number} (英語の全文: tourney help rule:{number})",
)

# Why the positions of a replay end.

LOG_GOES_ON: Final = Sentence(
    "records.log-goes-on",
    "the record continues after the match is over",
    "対戦が終わった後も記録が続いています",
)
NEXT_NOT_WRITTEN: Final = Sentence(
    "records.next-not-written",
    "the record does not show what comes next",
    "この先は書かれていません",
)
CANNOT_FOLLOW: Final = Sentence(
    "records.cannot-follow",
    "several positions are possible from here on",
    "ここから先の局面は一つに決まりません",
)
