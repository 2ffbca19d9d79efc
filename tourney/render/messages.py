"""Texts on the screen of a replay and on printed sheets: headings, labels, keys.

The labels of cards and zones are messages of the games.
"""

from typing import Final

from engines.messages import Sentence

# Whose view it is.

OPEN: Final = Sentence("render.open", "open", "全公開")
SPECTATOR: Final = Sentence("render.spectator", "spectator", "観戦者")
OF_SEAT: Final = Sentence("render.of-seat", "seat {letter}", "席{letter}")
VIEW: Final = Sentence("render.view", "view: {whose}", "視点: {whose}")

# Positions and plies.

PLY_OF: Final = Sentence("render.ply-of", "ply {plies} of {last}", "{last}手中{plies}手目")
NO_POSITION: Final = Sentence("render.no-position", "No position: {why}", "局面はありません: {why}")
COLUMNS_FROM: Final = Sentence("render.columns-from", "columns from {first}", "左端の列は{first}")
HIDDEN_LINES: Final = Sentence(
    "render.hidden-lines",
    "({count} more lines in a taller window)",
    "(あと{count}行。ウィンドウを縦に広げると見えます)",
)
TYPING: Final = Sentence(
    "render.typing",
    "go to ply {typed}_  (enter: go, escape: cancel)",
    "{typed}_手目へ  (Enter: 移動、Esc: やめる)",
)

# Keys and their actions.

KEY_PLY: Final = Sentence(
    "render.key-ply",
    "one ply back or forward (also backspace, space)",
    "一手戻る、進む(BackspaceとSpaceでも)",
)
KEY_TURN: Final = Sentence("render.key-turn", "previous turn, next turn", "前の手番、次の手番")
KEY_ROUND: Final = Sentence(
    "render.key-round", "previous round, next round", "前のラウンド、次のラウンド"
)
KEY_ENDS: Final = Sentence("render.key-ends", "first ply, last ply", "最初の手、最後の手")
KEY_NUMBER: Final = Sentence("render.key-number", "go to ply 17", "17手目へ")
KEY_SEAT: Final = Sentence("render.key-seat", "view of that seat", "その席から見えるもの")
KEY_SPECTATOR: Final = Sentence(
    "render.key-spectator", "view of a spectator", "観戦者から見えるもの"
)
KEY_OPEN: Final = Sentence("render.key-open", "view with all cards open", "すべて公開")
KEY_HELP: Final = Sentence("render.key-help", "this help", "この説明")
KEY_QUIT: Final = Sentence("render.key-quit", "quit", "終了")

# The same on one line, from the longest to the shortest text.

HINTS: Final = (
    Sentence(
        "render.hints-1",
        "←→ ply  ↑↓ turn  PgUp/PgDn round  Home End  17⏎ to ply  {seats} seat  s spectator  o open"
        "  ? help  q quit",
        "左右 手  上下 手番  PgUp/PgDn ラウンド  Home End  17 Enter 17手目  {seats} 席"
        "  s 観戦者  o 全公開  ? 説明  q 終了",
    ),
    Sentence(
        "render.hints-2",
        "←→ ply  ↑↓ turn  PgUp/PgDn round  {seats} s o view  17⏎ to ply  ? help  q quit",
        "左右 手  上下 手番  PgUp/PgDn ラウンド  {seats} s o 視点  17 Enter 17手目  ? 説明  q 終了",
    ),
    Sentence(
        "render.hints-3",
        "←→ ply  ↑↓ turn  {seats} s o view  ? help  q quit",
        "左右 手  上下 手番  {seats} s o 視点  ? 説明  q 終了",
    ),
    Sentence("render.hints-4", "←→ ply  ? help  q quit", "左右 手  ? 説明  q 終了"),
    Sentence("render.hints-5", "? help  q quit", "? 説明  q 終了"),
    Sentence("render.hints-6", "q quit", "q 終了"),
)

# Tables.

LEFT_OUT: Final = Sentence(
    "render.left-out",
    "not shown in {width} columns: {names}; use a wider terminal or --format plain",
    "{width}桁に収まらない列: {names}。端末の幅を広げるか、--format plainを使うと見えます",
)

# Printed sheets.

PAPER_MATCH: Final = Sentence("render.paper-match", "match id", "対戦ID")
PAPER_EVENT: Final = Sentence("render.paper-event", "event", "イベント")
PAPER_ROUND: Final = Sentence("render.paper-round", "round", "回戦")
PAPER_TABLE: Final = Sentence("render.paper-table", "table", "卓")
PAPER_DATE: Final = Sentence("render.paper-date", "date", "日付")
PAPER_WITNESS: Final = Sentence(
    "paper.witness",
    "SHA-256 of the seed of the next draw: {hash}. Keep it: when the next round is drawn, its seed "
    "is published, and anybody can check that it was fixed before.",
    "次の組み合わせの乱数の種のSHA-256: {hash}。次の回戦の後で種が公表されるので、"
    "前もって決まっていたことを誰でも確かめられます。",
)
PAPER_RECORDER: Final = Sentence("render.paper-recorder", "recorder", "記録者")
PAPER_SEAT: Final = Sentence("render.paper-seat", "seat", "席")
PAPER_PLAYER: Final = Sentence("render.paper-player", "player, clockwise", "プレイヤー(時計回り)")
PAPER_TEAM: Final = Sentence("render.paper-team", "team", "チーム")
PAPER_PLACE: Final = Sentence("render.paper-place", "place", "順位")
PAPER_COUNTS: Final = Sentence("render.paper-counts", "{round}, at the end", "{round}の終わり")
PAPER_CHOICE: Final = Sentence(
    "render.paper-choice",
    "Choose the paper, then print this page:",
    "用紙を選んで、このページを印刷してください:",
)
PAPER_EXAMPLE: Final = Sentence("render.paper-example", "e.g.", "例")
PAPER_TYPED: Final = Sentence("render.paper-typed", "is typed as", "入力:")
PAPER_ENTRY: Final = Sentence(
    "render.paper-entry",
    "To type it in, row by row:",
    "行ごとに入力するには:",
)
PAPER_MARKS: Final = {
    "?": Sentence("render.paper-unknown", "a card that nobody saw", "誰も見ていないカード"),
    "7?": Sentence(
        "render.paper-tentative", "believed, but not certain", "たぶんこのカード(確かではない)"
    ),
    "~7": Sentence("render.paper-taken-back", "put down and taken back", "出してから取り消した"),
    "^7": Sentence(
        "render.paper-stands",
        "against the rules, noticed too late, let stand",
        "ルール違反に気づくのが遅く、そのままにした",
    ),
    "A > B = C": Sentence("render.paper-shared", "B and C share a place", "BとCは同じ順位"),
    "!": Sentence(
        "render.paper-incident",
        "counts corrected, a player left, a pause: in words beside the row",
        "数の訂正、退席、休憩は行の横に言葉で書く",
    ),
}
"""Marks that all games share, with their meaning."""
