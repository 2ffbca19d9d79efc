"""Messages of `tourney play`."""

from typing import Final

from engines.messages import Sentence

# The command line.

NO_GAME: Final = Sentence(
    "play.no-game",
    "no game given; name one of {known}, or continue a match with --resume",
    "ゲームが指定されていません。{known}のどれかを指定するか、--resumeで対戦を続けてください",
)
NO_PERSON: Final = Sentence(
    "play.no-person",
    "no person at the table; add --me NAME",
    "人のプレイヤーがいません。--me 名前を付けてください",
)
TOO_FEW: Final = Sentence(
    "play.too-few",
    "{game} is for {low} to {high} players, not {count}; add --bot NAME=TARGET or --me NAME",
    "{game}は{low}〜{high}人用です({count}人ではできません)。"
    "--bot 名前=ボットか--me 名前を足してください",
)
TOO_MANY: Final = Sentence(
    "play.too-many",
    "{game} is for {low} to {high} players, not {count}; remove some",
    "{game}は{low}〜{high}人用です({count}人ではできません)。人数を減らしてください",
)
NO_SEAT: Final = Sentence(
    "play.no-seat",
    "no seat {seat} at this table; use A to {last}",
    "席{seat}はありません。A〜{last}のどれかにしてください",
)
SEAT_TWICE: Final = Sentence(
    "play.seat-twice",
    "seat {seat} is given twice; choose another one",
    "席{seat}が2回指定されています。別の席にしてください",
)
NAME_TWICE: Final = Sentence(
    "play.name-twice",
    "two players are named {name}; give them different names",
    "{name}という名前が2人います。別の名前にしてください",
)
NOT_ITS_GAME: Final = Sentence(
    "play.not-its-game",
    "bot {bot} does not play {game}; it plays {known}",
    "ボット{bot}は{game}ができません。できるゲーム: {known}",
)
ALONE: Final = Sentence(
    "play.alone",
    "{option} uses a stored match; remove {other}",
    "{option}は保存した対戦を使います。{other}は付けられません",
)
ASKS: Final = Sentence(
    "play.asks",
    "play asks for moves; remove --no-input",
    "手を入力する必要があるので、--no-inputは使えません",
)
NONE_OPEN: Final = Sentence(
    "play.none-open",
    "no unfinished match in {database}; start one with tourney play GAME --me NAME",
    "{database}に途中の対戦はありません。tourney play GAME --me 名前で始められます",
)
OTHER_RULES: Final = Sentence(
    "play.other-rules",
    "match {name} was started with rules {old}, but this version of tourney has {new}; "
    "finish it with the version that started it",
    "対戦{name}のルールは{old}ですが、このtourneyは{new}です。始めたときの版で続けてください",
)
OTHER_BOT: Final = Sentence(
    "play.other-bot",
    "bot {bot} has changed since match {name} was started; restore it, "
    "or remove the match with --discard {name}",
    "ボット{bot}が対戦{name}を始めたときと違います。"
    "元に戻すか、--discard {name}で対戦を消してください",
)
DEAL_FORM: Final = Sentence(
    "play.deal-form",
    "{text} is not a match of a run; write RUN/NUMBER, as in spring/12",
    "{text}はランの対戦ではありません。spring/12のように書いてください",
)
NOT_IN_RUN: Final = Sentence(
    "play.not-in-run",
    "run {run} has no match {number}; its matches are 1 to {last}",
    "ラン{run}に対戦{number}はありません(1〜{last})",
)
DEAL_RULES: Final = Sentence(
    "play.deal-rules",
    "run {run} was played with rules {old}, but this version of tourney has {new}; "
    "play a deal of another run",
    "ラン{run}のルールは{old}ですが、このtourneyは{new}です。別のランを選んでください",
)
DEAL_ONE: Final = Sentence(
    "play.deal-one",
    "--deal-of is for one person; give --me once",
    "--deal-ofは1人用です。--meは1つだけにしてください",
)
OTHER_VERSION: Final = Sentence(
    "play.other-version",
    "warning: bot {bot} is now version {new}; in the run it was {old}",
    "注意: ボット{bot}は今は{new}版です(ランでは{old}版)",
)

# The course of a match.

BEGINS: Final = Sentence(
    "play.begins",
    "match {name}: {title}, {players}. Every decision is saved.",
    "対戦{name}: {title}、{players}。決定は一つずつ保存されます。",
)
CLOCKED: Final = Sentence(
    "play.clocked",
    "clock: {clock}; who is late forfeits the match",
    "持ち時間: {clock}。時間切れは負けになります",
)
CONTINUES: Final = Sentence(
    "play.continues",
    "match {name} continues after {count} {count:decision|decisions}",
    "対戦{name}を続けます(決定{count}回まで済み)",
)
NEWEST: Final = Sentence(
    "play.newest",
    "match {name} is the newest of {count} unfinished matches: {all}",
    "途中の対戦が{count}件あります。いちばん新しい{name}を続けます: {all}",
)
SAVED: Final = Sentence(
    "play.saved", "saved; continue with {command}", "保存しました。続けるには: {command}"
)
DISCARDED: Final = Sentence(
    "play.discarded",
    "removed the unfinished match {name}; this cannot be undone",
    "途中の対戦{name}を消しました。元には戻せません",
)
WHICH: Final = Sentence(
    "play.which",
    "several unfinished matches; choose one with --discard ID: {names}",
    "途中の対戦がいくつかあります。--discard IDで選んでください: {names}",
)
DISCARD_ASK: Final = Sentence(
    "play.discard-ask",
    "Remove the unfinished match {name} with {count} {count:decision|decisions}?",
    "途中の対戦{name}(決定{count}回)を消しますか?",
)
STORED: Final = Sentence(
    "play.stored",
    "stored as match {name}; step through it with {command}",
    "対戦{name}として保存しました。見直すには: {command}",
)
STORED_PRACTICE: Final = Sentence(
    "play.stored-practice",
    "this match was practice: its result counts nowhere",
    "練習の対戦なので、結果はどこにも数えられません",
)
PRACTICE: Final = Sentence(
    "play.practice",
    "this match is practice from now on: its result counts nowhere",
    "この対戦は練習になりました。結果はどこにも数えられません",
)
SAME_CARDS: Final = Sentence(
    "play.same-cards",
    "with the same cards at seat {seat} in run {run}:",
    "ラン{run}で、席{seat}の同じカードを使った結果:",
)

# One decision.

INTRODUCTION: Final = Sentence(
    "play.introduction",
    "? moves · ? WORD · table · notation · hint · back · resign · quit (saved)",
    "? 手の一覧、? 語、盤面、書き方、ヒント、戻る、投了、終了(保存)",
)
PRESS_ENTER: Final = Sentence(
    "play.press-enter", "{name}, press Enter ", "{name}さん、Enterを押してください "
)
HAPPENED: Final = Sentence(
    "play.happened", "since your last decision:", "前回の決定の後に起きたこと:"
)
FIRST: Final = Sentence("play.first", "so far:", "ここまで:")
STILL_OWED: Final = Sentence(
    "play.still-owed", "also to decide: {who}", "ほかに決めるのは{who}です"
)
MOVES: Final = Sentence(
    "play.moves", "{count} legal moves; ? lists them", "できる手は{count}通りです(?で一覧)"
)
ENTER_FOR: Final = Sentence("play.enter-for", "Enter: {move}", "Enterなら{move}")
ILLEGAL: Final = Sentence("play.illegal", "{rule}: {why}", "{rule}: {why}")
UNREADABLE: Final = Sentence(
    "play.unreadable", "{why}; ? lists the legal moves", "{why}(?で手の一覧)"
)
UNREADABLE_REMEDY: Final = Sentence("play.unreadable-remedy", "{why}; {remedy}", "{why}。{remedy}")
NO_NUMBER: Final = Sentence(
    "play.no-number",
    "there is no move {number}; use 1 to {last}",
    "{number}番の手はありません(1〜{last})",
)
NO_SUCH: Final = Sentence(
    "play.no-such", "no legal move with {words}", "{words}を含む手はありません"
)
MORE: Final = Sentence(
    "play.more", "{count} {count:move|moves}; ? {word} lists them", "{count}通り(? {word}で一覧)"
)
MORE_BY_TAB: Final = Sentence(
    "play.more-by-tab",
    "{count} {count:move|moves}; type {word} and Tab lists them",
    "{count}通り({word}と入力してTabで一覧)",
)
CONFIRM: Final = Sentence(
    "play.confirm",
    "{move}: Enter to confirm, or another move",
    "{move}: Enterで決定します。別の手も入力できます",
)
RESIGN_ASK: Final = Sentence(
    "play.resign-ask",
    "resign? You will be last and the others play on (y/N) ",
    "投了しますか(最下位になり、ほかの人で続けます)? (y/N) ",
)
HINT_ASK: Final = Sentence(
    "play.hint-ask",
    "a hint makes this match practice: its result counts in no standings and in no rating; "
    "show it?",
    "ヒントを見ると練習の対戦になり、結果は順位にもレーティングにも数えられません。見ますか?",
)
BACK_ASK: Final = Sentence(
    "play.back-ask",
    "taking back a move makes this match practice: its result counts in no standings and in no "
    "rating; take it back?",
    "手を戻すと練習の対戦になり、結果は順位にもレーティングにも数えられません。戻しますか?",
)
STILL_COUNTS: Final = Sentence(
    "play.still-counts", "the match still counts", "対戦の結果は数えられます"
)
PRACTICE_OF_EVENT: Final = Sentence(
    "play.practice-of-event",
    "a pairing of an event is no practice; remove --practice or play without the event (--casual)",
    "イベントの組み合わせは練習にできません。--practiceを外すか、--casualで大会に入れずに遊んでください",
)
PLAY_ON: Final = Sentence(
    "play.play-on", "resigned; the others play on", "投了しました。ほかの人で続けます"
)
NOTHING_BACK: Final = Sentence(
    "play.nothing-back", "you have made no decision yet", "まだ何も決めていません"
)
ONLY_MOVE: Final = Sentence(
    "play.only-move", "{move} is the only legal move", "できる手は{move}だけです"
)
THINKING: Final = Sentence(
    "play.thinking", "searching for {seconds} seconds …", "{seconds}秒考えます"
)
HINT_HEAD: Final = Sentence(
    "play.hint-head",
    "move, expected points (4 for first place, 0 for last), chance to be the best of these:",
    "手、予想ポイント(1位4、最下位0)、この中で最善である確率:",
)
