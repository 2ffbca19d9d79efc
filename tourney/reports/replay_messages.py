"""Texts of the page of a match."""

from typing import Final

from engines.messages import Sentence

# The position.

TO_MOVE: Final = Sentence("reports.to-move", "to move", "手番")
PLACE: Final = Sentence("reports.place", "place {place}", "{place}位")
POSITION: Final = Sentence("reports.position", "Position", "局面")
NO_POSITIONS: Final = Sentence(
    "reports.no-positions",
    "There is nothing to draw: only the result was recorded.",
    "結果だけが記録されているため、局面はありません。",
)
NOT_KNOWN: Final = Sentence(
    "reports.not-known",
    "The position is not known from here on. This is the last known one.",
    "ここから先の局面はわかりません。最後にわかっている局面を示します。",
)
NOT_KNOWN_WHY: Final = Sentence(
    "reports.not-known-why",
    "The position is not known from here on: {why}. This is the last known one.",
    "ここから先の局面はわかりません: {why}。最後にわかっている局面を示します。",
)
BOARD_SIZE: Final = Sentence(
    "reports.board-size",
    "The cells of the board, {columns} columns and {rows} rows",
    "盤のマス目、{columns}列{rows}行",
)
SCORE: Final = Sentence("reports.score", "score {score}", "得点 {score}")
EMPTY: Final = Sentence("reports.empty", "empty", "なし")


# Controls.

VIEW: Final = Sentence("reports.view", "View", "視点")
OPEN: Final = Sentence("reports.open", "open (everything)", "全公開")
SPECTATOR: Final = Sentence("reports.spectator", "spectator", "観戦者")
CONTROLS: Final = Sentence("reports.controls", "Step through the match", "対戦をたどる")
PLY: Final = Sentence("reports.ply", "Ply", "手")
FIRST: Final = Sentence("reports.first", "First position (Home)", "最初の局面 (Home)")
LAST: Final = Sentence("reports.last", "Last position (End)", "最後の局面 (End)")
BACK: Final = Sentence("reports.back", "One ply back (left arrow)", "一手戻る (左矢印)")
ONWARD: Final = Sentence("reports.onward", "One ply forward (right arrow)", "一手進む (右矢印)")
TURN_BACK: Final = Sentence(
    "reports.turn-back", "Previous turn or trick (Page Up)", "前の手番またはトリック (Page Up)"
)
TURN_ONWARD: Final = Sentence(
    "reports.turn-onward", "Next turn or trick (Page Down)", "次の手番またはトリック (Page Down)"
)
PLAY: Final = Sentence("reports.play", "Play or pause (space)", "再生または停止 (スペース)")
KEYS: Final = Sentence(
    "reports.keys",
    "Keys: left and right, Page Up and Page Down for turns, Home, End, space to play.",
    "キー: 左右、手番はPage UpとPage Down、Home、End、再生はスペース。",
)
MARKS: Final = Sentence(
    "reports.marks",
    "Below the slider: lines are starts of rounds, circles incidents, squares rulings.",
    "スライダーの下: 線はラウンドの始まり、丸は出来事、四角は裁定。",
)

# The record.

RECORD: Final = Sentence("reports.record", "Record", "記録")
COPY: Final = Sentence("reports.copy", "Copy the record", "記録をコピー")
COPIED: Final = Sentence("reports.copied", "Copied.", "コピーしました。")
DOWNLOAD: Final = Sentence("reports.download", "Download the record", "記録をダウンロード")
LEGEND: Final = Sentence(
    "reports.legend",
    "Struck out: taken back. Underlined twice: against the rules, let stand.",
    "取り消し線: 戻した手。二重下線: 反則だが、そのままにした手。",
)
ERROR_HEAD: Final = Sentence("reports.error-head", "First error", "最初の誤り")
ERROR_AT: Final = Sentence("reports.error-at", "Line {line}: {fault}", "{line}行目: {fault}")
CORRECTED: Final = Sentence(
    "reports.corrected",
    "This match was corrected: revision {number}.",
    "この対戦は訂正されています: 第{number}版。",
)

# Result and headings.

RESULT: Final = Sentence("reports.result", "Result", "結果")
SEAT: Final = Sentence("reports.seat", "Seat", "席")
PLAYER: Final = Sentence("reports.player", "Player", "プレイヤー")
SCORE_HEAD: Final = Sentence("reports.score-head", "Score", "得点")
PLACE_HEAD: Final = Sentence("reports.place-head", "Place", "順位")
LEFT: Final = Sentence("reports.left", "forfeit: {code}", "棄権: {code}")
FACT_LABELS: Final = {
    "game": Sentence("reports.game", "Game", "ゲーム"),
    "options": Sentence("reports.options", "Options", "オプション"),
    "event": Sentence("reports.event", "Event", "イベント"),
    "stage": Sentence("reports.stage", "Stage", "ステージ"),
    "round": Sentence("reports.round", "Round", "回戦"),
    "table": Sentence("reports.table", "Table", "卓"),
    "date": Sentence("reports.date", "Date", "日付"),
    "venue": Sentence("reports.venue", "Venue", "会場"),
    "recorder": Sentence("reports.recorder", "Recorded by", "記録した人"),
    "source": Sentence("reports.source", "Source", "記録の種類"),
    "status": Sentence("reports.how-it-ended", "Status", "状態"),
}
"""The labels of what headers of a record say."""
SOURCES: Final = {
    "engine": Sentence("reports.source-engine", "played by the program", "プログラムで対戦"),
    "table": Sentence("reports.source-table", "recorded at the table", "卓で記録"),
    "notes": Sentence("reports.source-notes", "typed up from notes", "メモから入力"),
    "import": Sentence("reports.source-import", "imported", "取り込み"),
}
"""Where a record comes from, by the value of its header."""
MOMENTS: Final = Sentence("reports.moments", "Key moments", "主な局面")
AT_START: Final = Sentence("reports.at-start", "Start, ply {ply}", "開始、{ply}手目")
ROUND_END: Final = Sentence(
    "reports.round-end", "End of round {round}, ply {ply}", "第{round}ラウンドの終わり、{ply}手目"
)
AT_END: Final = Sentence("reports.at-end", "Last position, ply {ply}", "最後の局面、{ply}手目")
DESCRIPTION: Final = Sentence(
    "reports.description",
    "{game}: {players}. Every move of the match, with positions.",
    "{game}: {players}。対戦のすべての手と局面。",
)
