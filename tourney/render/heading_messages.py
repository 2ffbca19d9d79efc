"""Headings of tables by their English text."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

_WORDS: Final = {
    # Matches and players.
    "match": "対戦",
    "id": "番号",
    "game": "ゲーム",
    "players": "プレイヤー",
    "scores": "得点",
    "places": "順位",
    "stage": "ステージ",
    "round": "回戦",
    "table": "卓",
    "result": "結果",
    "event": "イベント",
    "phase": "進行",
    "rounds": "回戦数",
    "open tables": "残りの卓",
    "no.": "番号",
    "from round": "参加回戦",
    "unplayed": "対戦なし",
    "status": "状態",
    "player": "プレイヤー",
    "place": "順位",
    "score": "得点",
    "reading": "読み",
    "distribution": "分布",
    "course": "推移",
    "also known as": "別名",
    # Standings.
    "#": "#",
    "matches": "対戦数",
    "points": "ポイント",
    "per match": "平均",
    "mean score": "平均得点",
    "95 % from": "95%下限",
    "to": "上限",
    "± 95 %": "95%誤差",
    "P(best)": "最強の確率",
    "- champion": "王者との差",
    "blocks": "ブロック",
    "wins": "勝数",
    "seconds": "2位",
    "thirds": "3位",
    "forfeits": "棄権",
    "abandoned": "打ち切り",
    "why": "順位の理由",
    "head-to-head": "直接対決",
    "chips": "チップ",
    "still possible": "可能性",
    "events": "イベント数",
    "sum": "計",
    # Ratings.
    "rating": "レーティング",
    "provisional": "暫定",
    "period": "期間",
    "date": "日付",
    "seats": "席数",
    "seat": "席",
    "effect": "効果",
    "change": "増減",
    "matches that day": "その日の対戦数",
    # Statistics.
    "advantage": "有利さ",
    "first places": "1位の割合",
    "mean plies": "平均手数",
    "shortest": "最短",
    "p05": "5%点",
    "median": "中央値",
    "p95": "95%点",
    "longest": "最長",
    "bot": "ボット",
    "fault": "障害",
    "faults": "障害数",
    "deals hit": "起きた配り",
    "of": "配り数",
    "share": "割合",
    # Pages of players.
    "1st": "1位の数",
    "2nd": "2位の数",
    "3rd": "3位の数",
    "4th and later": "4位以下",
    "above": "上",
    "level": "同順位",
    "below": "下",
    # The log of changes.
    "time": "日時",
    "by": "変更した人",
    "what": "内容",
    "ids": "番号",
    "details": "詳細",
}

HEADINGS: Final[Mapping[str, Sentence]] = {
    word: Sentence(f"heading.{word}", word, japanese) for word, japanese in _WORDS.items()
}
"""The sentence of every heading that has a translation."""
