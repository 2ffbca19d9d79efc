"""Words for the codes that records, runs and plans write: statuses, faults, formats, point systems.

In English a code is its own word, so data and records keep it. What a user types is the code in
every language.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Final

from engines.games import GAMES
from engines.messages import Argument, Message, Player, Sentence

_WORDS: Final = {
    # How matches end.
    "complete": "終了",
    "forfeit": "棄権あり",
    "abandoned": "打ち切り",
    "adjudicated": "裁定",
    "unfinished": "未終了",
    "void": "無効",
    "recording": "記録中",
    "playing": "対戦中",
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


_SOURCES: Final[Mapping[str, Sentence]] = {
    code: Sentence(f"source.{code}", code, japanese)
    for code, japanese in {
        "engine": "プログラムで対戦",
        "table": "卓で記録",
        "notes": "メモから入力",
        "import": "取り込み",
    }.items()
}
_GAMES: Final[Mapping[str, Sentence]] = {
    name: Sentence(f"game.{name}", name, game.title["ja"]) for name, game in GAMES.items()
}
_NEXT: Final = Sentence("code.next", "{first}, {one}", "{first}、{one}")
_TYPED: Final[Mapping[str, Sentence]] = {
    code: Sentence(f"code.typed-{code}", code, f"{japanese}({code})")
    for code, japanese in _WORDS.items()
}


def stage_word(name: str) -> Message | str:
    """The name of a stage for readers: a word if the program chose it."""
    return STAGES[name]() if name in STAGES else name


def stage_code(word: str) -> str:
    """The name of a stage by its word in any language; the word itself of another stage."""
    return next((code for code, one in STAGES.items() if word in (one.en, one.ja)), word)


def game_word(name: str) -> Message | str:
    """The title of a game by the name that is typed; the name itself of an unknown one."""
    return _GAMES[name]() if name in _GAMES else name


def source_word(code: str) -> Message | str:
    """How a record came about; the code itself of an unknown way."""
    return _SOURCES[code]() if code in _SOURCES else code


def word_of(code: str) -> Message | str:
    """The word of a code; the code itself without one."""
    return CODES[code]() if code in CODES else code


def typed_word(code: str) -> Message | str:
    """A code that the reader may type, with its word."""
    return _TYPED[code]() if code in _TYPED else code


def listed(words: Sequence[Message | str]) -> Message | str:
    """Words one after the other, separated as the language does it."""
    return reduce(lambda first, one: _NEXT(first=first, one=one), words)


COLUMNS: Final[Mapping[str, Callable[[str], Message | str]]] = {
    "stage": stage_word,
    "game": game_word,
    "status": word_of,
    "fault": word_of,
    "source": source_word,
}
"""How readers see the codes in a column of a table, by its key."""
_ARGUMENTS: Final = {
    "stage": stage_word,
    "following": stage_word,
    "source": stage_word,
    "game": game_word,
    "format": word_of,
}


def worded(message: Message, lang: str, names: Sequence[str] = ()) -> str:
    """The text of a message, with words for the codes among its arguments, found by their names."""
    return _in_words(message).text(lang, names)


def _in_words(message: Message) -> Message:
    return Message(message.sentence, tuple((k, _said(k, v)) for k, v in message.arguments))


def _said(name: str, value: Argument) -> Argument:
    if isinstance(value, Message):
        return _in_words(value)
    if isinstance(value, str) and name in _ARGUMENTS:
        return _ARGUMENTS[name](value)
    if isinstance(value, tuple) and not isinstance(value, Player):
        return tuple(_said(name, one) for one in value)
    return value
