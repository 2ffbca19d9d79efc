"""Words for the codes that records, runs and plans write: statuses, faults, formats, point systems.

In English a code is its own word, so data and records keep it.
"""

from collections.abc import Mapping
from typing import Final

from engines.messages import Message, Sentence

_WORDS: Final = {
    # How matches end.
    "complete": "終了",
    "forfeit": "棄権あり",
    "abandoned": "打ち切り",
    "adjudicated": "裁定",
    "unfinished": "未終了",
    "void": "無効",
    "all": "全体",
    # Faults of bots, and why people forfeit.
    "illegal": "反則手",
    "timeout": "時間切れ",
    "crash": "異常終了",
    "protocol": "プロトコル違反",
    "startup": "起動失敗",
    "oom": "メモリ超過",
    "flood": "出力過多",
    "resigned": "投了",
    "runner": "プログラムの障害",
    "no-show": "不参加",
    "left": "途中退席",
    "disqualified": "失格",
    "any": "すべて",
    # Schedules of runs and formats of events.
    "roundrobin": "総当たり",
    "fixed": "固定",
    "groups": "グループ別総当たり",
    "swiss": "スイス方式",
    "knockout": "ノックアウト",
    "double-elimination": "ダブルエリミネーション",
    "heats": "予選と決勝",
    "stepladder": "ステップラダー",
    "gauntlet": "一人対全員",
    "arena": "アリーナ",
    "one-table": "一つの卓",
    "manual": "主催者が決定",
    # Point systems.
    "scaled": "等間隔",
    "even": "均等",
    "chips": "チップ",
    "wins": "勝数",
    "score": "得点",
    "comparison": "比較",
    # Flags.
    "yes": "はい",
    "no": "いいえ",
}

CODES: Final[Mapping[str, Sentence]] = {
    code: Sentence(f"code.{code}", code, japanese) for code, japanese in _WORDS.items()
}
"""The sentence of every code that has a word."""


STAGES: Final[Mapping[str, Sentence]] = {
    "main": Sentence("stage.main", "main", "本戦"),
    "final": Sentence("stage.final", "final", "決勝"),
}
"""The stages of an event whose plan names none."""


def stage_word(name: str) -> Message | str:
    """The name of a stage for readers: a word if the program chose it."""
    return STAGES[name]() if name in STAGES else name


def word_of(code: str) -> Message | str:
    """The word of a code; the code itself without one."""
    return CODES[code]() if code in CODES else code
