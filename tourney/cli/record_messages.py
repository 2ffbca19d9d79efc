"""Messages and prompts of `tourney record`."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Message, Sentence

HEAD: Final = Sentence(
    "record.head",
    "{match}  {game}, {seats} players.  Every action is saved as you enter it.",
    "{match}  {game}、{seats}人。行動は入力するたびに保存されます。",
)
KEYS: Final = Sentence(
    "record.keys",
    "?  help   <  back   >  forward   !  incident   .  stop, or the only possible action",
    "?  ヘルプ   <  戻る   >  進む   !  出来事   .  中断、またはただ一つの行動",
)
NOTHING_TO_RESUME: Final = Sentence(
    "record.nothing-to-resume",
    "no unfinished recording; start one with tourney record GAME",
    "途中の記録はありません。tourney record GAMEで始めてください",
)
WHICH: Final = Sentence(
    "record.which",
    "several unfinished recordings; choose one with --resume ID: {names}",
    "途中の記録がいくつかあります。--resume IDで選んでください: {names}",
)
NOTHING_TO_DISCARD: Final = Sentence(
    "record.nothing-to-discard",
    "no unfinished recording; a stored match is taken out with tourney match void",
    "途中の記録はありません。保存した対戦はtourney match voidで外せます",
)
WHICH_TO_DISCARD: Final = Sentence(
    "record.which-to-discard",
    "several unfinished recordings; choose one with --discard ID: {names}",
    "途中の記録がいくつかあります。--discard IDで選んでください: {names}",
)
DISCARD_ASK: Final = Sentence(
    "record.discard-ask",
    "Remove the unfinished recording {match} ({game}: {players}) with {count} {count:line|lines}?",
    "途中の記録{match}({game}: {players}、{count}行)を消しますか?",
)
DISCARDED: Final = Sentence(
    "record.discarded",
    "removed the unfinished recording {match}; this cannot be undone",
    "途中の記録{match}を消しました。元には戻せません",
)
DISCARD_ALONE: Final = Sentence(
    "record.discard-alone",
    "--discard removes a recording; remove {other}",
    "--discardは記録を消します。{other}は付けられません",
)
GO_ON: Final = Sentence(
    "record.go-on",
    "go on with {match} after {count} {count:line|lines}, yes or no",
    "途中の{match}({count}行入力済み)を続けますか(はい、いいえ)",
)
HELD: Final = Sentence(
    "record.held",
    "match {match} is being recorded by {who}; wait until it is stopped there",
    "対戦{match}は{who}が記録中です。そこで終わるまでお待ちください",
)
HELD_ELSEWHERE: Final = Sentence(
    "record.held-elsewhere",
    "match {match} is being recorded by {who}; if that has ended, take it over with --yes",
    "対戦{match}は{who}が記録中です。もう終わっているなら--yesで引き継げます",
)
NO_GAME: Final = Sentence(
    "record.no-game",
    "no game given; name one of {known}",
    "ゲームを指定してください: {known}",
)
PLAYERS: Final = Sentence(
    "record.players",
    "players, clockwise, with commas",
    "プレイヤー(時計回り、コンマ区切り)",
)
HANDS: Final = Sentence(
    "record.hands",
    "hands: none, mine or all",
    "手札の記録(なし、一人、全員)",
)
HANDS_WORDS: Final[Mapping[str, Message]] = {
    "none": Sentence("record.hands-none", "none", "なし")(),
    "mine": Sentence("record.hands-mine", "mine", "一人")(),
    "all": Sentence("record.hands-all", "all", "全員")(),
}
WHOSE: Final = Sentence("record.whose", "whose hand is known", "誰の手札が分かりますか")
NO_PLAYER: Final = Sentence(
    "record.no-player",
    "no player {name} at this table: {known}",
    "この卓に{name}という人はいません: {known}",
)
NO_HANDS: Final = Sentence(
    "record.no-hands",
    "unknown answer {text}; use none, mine or all",
    "{text}は使えません。なし、一人、全員のどれかにしてください",
)
TWICE: Final = Sentence(
    "record.twice", "player {name} is named twice", "プレイヤー{name}が2回書かれています"
)
OPEN_EVENT: Final = Sentence(
    "record.open-event",
    "this match belongs to today's event: {place}; to store it without an event, give --casual",
    "この対戦は今日の大会に入ります: {place}。大会に入れないときは--casualを付けてください",
)
OPEN_EVENTS: Final = Sentence(
    "record.open-events",
    "this match belongs to no event, because today has several: {events}; name one with --event",
    "今日の大会がいくつかあるので、この対戦はどの大会にも入りません: {events}。"
    "--eventで指定できます",
)
CASUAL_EVENT: Final = Sentence(
    "record.casual-event",
    "a casual match belongs to no event; remove --casual or --event {event}",
    "--casualの対戦は大会に入りません。--casualか--event {event}を外してください",
)
HEADER: Final = Sentence("record.header", "--{key}", "--{key}")
BAD_HEADER: Final = Sentence(
    "record.bad-header",
    "invalid --{key} {value}; write one line of text",
    "--{key}の{value}は使えません。1行の文字にしてください",
)
NAMED_LIKE_SEAT: Final = Sentence(
    "record.named-like-seat",
    "player {name} is named like seat {seat}, where another player sits; give a longer name",
    "プレイヤー{name}の名前は別の人の席{seat}と同じです。もっと長い名前にしてください",
)
ASK: Final = Sentence("record.ask", "{what}? ", "{what}? ")
ASK_PROPOSED: Final = Sentence(
    "record.ask-proposed", "{what}? [{proposed}] ", "{what}? [{proposed}] "
)
MEANT: Final = Sentence("record.meant", "read as: {text}", "読み取り: {text}")
RULE: Final = Sentence("record.rule", "rule: {rule}", "ルール: {rule}")
SEE_LINE: Final = Sentence("record.see-line", "line {number}: {text}", "{number}行目: {text}")
REMEDY: Final = Sentence("record.remedy", "fix: {remedy}", "対処: {remedy}")
MARKABLE: Final = Sentence(
    "record.markable",
    "if it happened so: !3 lets it stand",
    "実際にそうだったなら: !3でそのままにします",
)
JOINT: Final = Sentence("record.joint", "; ", "。")
CHOICES: Final = Sentence("record.choices", " · ", "、")
POSSIBLE: Final = Sentence("record.possible", "possible: {choices}", "できる行動: {choices}")
MOVES: Final = Sentence("record.moves", "possible:", "できる行動:")
NOT_SAVED: Final = Sentence(
    "record.not-saved",
    "! not saved: {why}; then enter it again",
    "! 保存していません: {why}。そのあと、もう一度入力してください",
)
TAKEN_BACK: Final = Sentence("record.taken-back", "taken back: {text}", "取り消し: {text}")
ENTERED_AGAIN: Final = Sentence("record.entered-again", "again: {text}", "やり直し: {text}")
LEFT_OUT: Final = Sentence("record.left-out", "left out", "省略")
NOT_SHOWN: Final = Sentence(
    "record.not-shown",
    "the position cannot be shown: too much is unknown",
    "分からないことが多すぎて局面を表示できません",
)
HELP: Final = Sentence(
    "record.help",
    """\
text      what happened, in the notation of the game or as you say it; a whole
          turn or trick at once; a player by seat letter, name or its beginning
Enter     the value in brackets; leaves out a hand
.         the only possible action; otherwise stop (nothing is lost)
?         this help, what is possible, and the table     ??  the notation
<  <<     back by one action, by one turn     <17  back to action 17     >  again
!         incident: taken back, let stand, counts, a player left, a correction""",
    """\
入力      起きたことをゲームの書き方か普通の言い方で。手番やトリック全体でも可。
          プレイヤーは席の文字、名前、または名前の初めの部分
Enter     かっこの中の値。手札を聞かれたときは省略
.         ただ一つの行動。それ以外では中断(入力は失われません)
?         このヘルプ、できる行動、卓の様子     ??  書き方
<  <<     一つ、または一手番戻る     <17  17番の行動まで戻る     >  やり直す
!         出来事: 取り消し、そのまま、数の訂正、退席、前の行動の訂正""",
)
INCIDENTS: Final = Sentence(
    "record.incidents",
    """\
1 a card taken back     2 taken back with a penalty   3 let stand what was refused
4 counts corrected      5 a player left               6 pause   7 go on   8 note
9 correct an earlier action   10 turns nobody saw     0 end the match here""",
    """\
1 取り消し(お手つき)   2 ペナルティー付きの取り消し   3 断られた行動をそのままにする
4 数の訂正(裁定)       5 退席                       6 休憩   7 再開   8 メモ
9 前の行動を訂正           10 誰も見ていない番        0 ここで対戦を終える""",
)
WHICH_INCIDENT: Final = Sentence("record.which-incident", "which", "番号")
NO_INCIDENT: Final = Sentence(
    "record.no-incident", "no incident {text}; use 0 to 10", "「{text}」はありません。0〜10です"
)
WHOSE_TURN: Final = Sentence(
    "record.whose-turn",
    "nobody knows whose turn it is: begin with the player, as in 'Ben: …'",
    "誰の番か分かりません。「べん: ...」のようにプレイヤーから書いてください",
)
HOW_MANY_TURNS: Final = Sentence(
    "record.how-many-turns",
    "how many turns (Enter: nobody counted)",
    "何番分ですか(分からなければEnter)",
)
WHAT_BACK: Final = Sentence("record.what-back", "what was taken back", "取り消したカード")
PENALTY: Final = Sentence(
    "record.penalty", "penalty, such as 'Ben hand +1'", "ペナルティー(例: べん 手札 +1)"
)
CHANGES: Final = Sentence(
    "record.changes",
    "changes, such as 'Aiko showroom -1 Chie showroom +1'",
    "変更(例: あいこ ショールーム -1 ちえ ショールーム +1)",
)
REASON: Final = Sentence("record.reason", "reason", "理由")
WHY_STANDS: Final = Sentence(
    "record.why-stands",
    "why: revoke, otetsuki, turn, count, other",
    "理由(マストフォロー違反、お手つき、手番、枚数、その他)",
)
WHY_WORDS: Final[Mapping[str, Message]] = {
    "revoke": Sentence("record.why-revoke", "revoke", "マストフォロー違反")(),
    "otetsuki": Sentence("record.why-otetsuki", "otetsuki", "お手つき")(),
    "turn": Sentence("record.why-turn", "turn", "手番")(),
    "count": Sentence("record.why-count", "count", "枚数")(),
    "other": Sentence("record.why-other", "other", "その他")(),
}
WHO_LEFT: Final = Sentence("record.who-left", "who left", "退席した人")
TIME: Final = Sentence("record.time", "time", "時刻")
NOTE: Final = Sentence("record.note", "note", "メモ")
ACTION: Final = Sentence("record.action", "number of the action", "行動の番号")
NEW_TEXT: Final = Sentence("record.new-text", "'{old}' becomes", "「{old}」の正しい内容")
BROKEN: Final = Sentence(
    "record.broken",
    "then line {number} does not fit any more: {text}: {why}",
    "そうすると{number}行目の「{text}」が合わなくなります。{why}",
)
WAYS: Final = Sentence(
    "record.ways",
    "1 let it stand   2 type again from there   3 leave all as it was",
    "1 そのままにする   2 そこから入力し直す   3 元のままにする",
)
WAY: Final = Sentence("record.way", "which way", "どれにしますか")
UNCHANGED: Final = Sentence("record.unchanged", "nothing was changed", "何も変わっていません")
STATUS: Final = Sentence(
    "record.status",
    "how does it end: abandoned, unfinished, adjudicated, void",
    "終わり方(打ち切り、未終了、裁定、無効)",
)
NO_STATUS: Final = Sentence(
    "record.no-status",
    "unknown end {text}, the match goes on; use {known}",
    "{text}という終わり方はありません。対戦を続けます。使えるもの: {known}",
)
OVER: Final = Sentence("record.over", "the match is over", "対戦が終わりました")
SAVE: Final = Sentence(
    "record.save", "store it? Enter, or < to correct", "保存しますか(Enterで保存、<で訂正)"
)
PROBLEMS: Final = Sentence(
    "record.problems",
    "the record does not pass; correct it with < or !9",
    "この記録には誤りがあります。<か!9で訂正してください",
)
STORED: Final = Sentence(
    "record.stored",
    "stored match {match} in {database}; undo: {undo}",
    "対戦{match}を{database}に保存しました。取り消し: {undo}",
)
STOPPED: Final = Sentence(
    "record.stopped",
    "{count} {count:line is|lines are} saved; go on with: {command}",
    "{count}行を保存しました。続けるには: {command}",
)
RESULT: Final = Sentence(
    "record.result",
    "scores, as 'Aiko 31, Ben 22', or the order, as 'Ben > Aiko = Chie'",
    "得点(例: あいこ 31、べん 22)か順位(例: べん > あいこ = ちえ)",
)
NO_RESULT: Final = Sentence(
    "record.no-result", "{text} is not a result: {why}", "{text}は結果として読めません: {why}"
)
MISSING_PLAYER: Final = Sentence(
    "record.missing-player", "no score for {who}", "{who}の得点がありません"
)
NOT_IN_ORDER: Final = Sentence(
    "record.not-in-order", "the order does not name {who}", "順位に{who}がありません"
)
NOT_A_SCORE: Final = Sentence(
    "record.not-a-score",
    "{text} is no score; write a number for each player, or names with numbers such as A=31",
    "{text}は得点として読めません。全員の数を順に書くか、A=31のように名前と数を書いてください",
)
NOT_WHOLE: Final = Sentence(
    "record.not-whole",
    "{text} has a fraction; scores are whole numbers",
    "{text}には小数があります。得点は整数です",
)
TOO_LARGE: Final = Sentence(
    "record.too-large",
    "{text} is too large for a score",
    "{text}は得点として大きすぎます",
)
OTHER_NUMBER: Final = Sentence(
    "record.other-number",
    "{given} {given:score|scores} for {count} players ({players}); write one for each, in this "
    "order, or name the players",
    "得点が{given}個ですが、プレイヤーは{count}人です({players})。"
    "この順に1人ずつ書くか、名前を付けてください",
)
NO_SEAT: Final = Sentence(
    "record.no-seat",
    "{letter} is no seat of this table ({seats}); of a name, write at least two letters",
    "この卓に{letter}という席はありません({seats})。名前は2文字以上書いてください",
)
AHEAD: Final = Sentence(
    "record.ahead",
    "{who} have the same score; the order, as 'Ben > Aiko', or Enter for a shared place",
    "{who}は同点です。順位(例: べん > あいこ)、同順位ならEnter",
)
ENDED: Final = Sentence(
    "record.ended",
    "the input ended before the answer to '{what}'",
    "「{what}」に答える前に入力が終わりました",
)
DRAFT_WRONG: Final = Sentence(
    "record.draft-wrong",
    "nothing stored: {why} in the draft {file}; correct it and call: {command}",
    "保存していません: 下書き{file}に{why}。直してからこれを実行してください: {command}",
)
ERRORS: Final = Sentence("record.errors", "{count} {count:error|errors}", "誤りが{count}件あります")
NO_MATCH: Final = Sentence(
    "record.no-match",
    "no match, which starts with 'match: ID',",
    "対戦がありません(「match: ID」で始まります)",
)
AGAIN: Final = Sentence(
    "record.again",
    "{count} {count:error|errors}: Enter opens the draft again, 's' stores it as unfinished, "
    "'q' stops",
    "誤りが{count}件あります(Enterで下書きをもう一度開く、sで途中の対戦として保存、qで中断)",
)
HEAD_WRONG: Final = Sentence(
    "record.head-wrong",
    "not stored: correct the game, the players and the other lines before the first turn",
    "保存していません。最初の手番より前の行(ゲーム、プレイヤーなど)を直してください",
)
UNFINISHED: Final = Sentence(
    "record.unfinished",
    "match {match} is stored as unfinished; {count} {count:line|lines} that could not be read "
    "became comments with '#?'; correct it with: {command}",
    "対戦{match}を途中の対戦として保存しました。"
    "読めなかった{count}行は「#?」の付いたコメントです。直すには: {command}",
)
DRAFT_KEPT: Final = Sentence(
    "record.draft-kept",
    "the draft is kept in {file}; go on with: {command}",
    "下書きは{file}に残っています。続けるには: {command}",
)
DRAFT_FOUND: Final = Sentence(
    "record.draft-found",
    "going on with the draft {file}; to begin another one, move that file away",
    "下書き{file}の続きを書きます。新しく書くときは、このファイルを移してください",
)
NOTHING_TYPED: Final = Sentence(
    "record.nothing-typed",
    "nothing stored, because nothing was typed; call the command again to begin",
    "何も書かれていないので保存していません。もう一度実行すると始められます",
)
OTHER_GAME: Final = Sentence(
    "record.other-game",
    "the draft {file} is a record of {found}, not of {asked}; name its game or another file",
    "下書き{file}は{asked}ではなく{found}の記録です。ゲームかファイルを変えてください",
)
SHEET_ROUND: Final = Sentence(
    "record.sheet-round",
    "round {round}: {what} of each player",
    "ラウンド{round}: 各プレイヤーの{what}",
)
SHEET_ENTER: Final = Sentence(
    "record.sheet-enter",
    "Enter instead of numbers: the {what} are computed from the cards of each player",
    "数の代わりにEnter: 各プレイヤーのカードから{what}を計算します",
)
SHEET_CARDS: Final = Sentence("record.sheet-cards", "{who}: {what}", "{who}: {what}")
NO_SHEET: Final = Sentence(
    "record.no-sheet",
    "{game} has no score sheet; use --result-only",
    "{game}に得点表はありません。--result-onlyを使ってください",
)
OUT_OF_RANGE: Final = Sentence(
    "record.out-of-range",
    "{number} is not between {low} and {high}",
    "{number}は{low}〜{high}の範囲にありません",
)
