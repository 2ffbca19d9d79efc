"""Why a player is above the next one, the names and meanings of tie-breaks, and what they lack."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

OVER: Final = Sentence(
    "scoring.over", "ahead by {what}: {high} against {low}", "{what}で上位({high}対{low})"
)
AGAIN: Final = Sentence("scoring.again", "{what} again", "{what}(もう一度)")
SHARED: Final = Sentence("scoring.shared", "place shared", "同順位")
PER_MATCH: Final = Sentence("scoring.per-match", "points per match", "平均ポイント")
PER_ROUND: Final = Sentence("scoring.per-round", "points per round", "1ラウンド平均ポイント")

NO_LIMITS: Final = Sentence(
    "scoring.no-limits",
    "points by {by} have no known limits here: the intervals say nothing about rare results that "
    "did not occur",
    "{by}のポイントには決まった上限と下限がないため、区間にはまだ出ていないまれな結果は含まれません",
)

UNKNOWN_POINTS: Final = Sentence(
    "scoring.unknown-points",
    "unknown point system {name}; use {known} or a table such as placement:4=10,6,3,1;3=9,4,1",
    "{name}というポイント方式はありません。{known}か、placement:4=10,6,3,1;3=9,4,1のような表を"
    "指定してください",
)
BAD_PLACEMENT: Final = Sentence(
    "scoring.bad-placement",
    "wrong points {entry}; write the number of seats (2 to 8, each once), = and the points of each "
    "place, whole or with .5 (8 seats: whole), such as 4=10,6,3,1",
    "{entry}は順位のポイントの表ではありません。席数(2から8、それぞれ一度)と=のあとに各順位の"
    "ポイントを整数か.5(8席では整数)で書いてください。例: 4=10,6,3,1",
)
RISING_PLACEMENT: Final = Sentence(
    "scoring.rising-placement",
    "points rise in {entry}; write the points of the first place first, and never more for a lower "
    "place",
    "{entry}では下の順位のポイントが多くなっています。1位から順に、多いものから書いてください",
)
NO_SUCH_TABLE: Final = Sentence(
    "scoring.no-such-table",
    "point system {name} has no points for {seats} seats; add ;{seats}= and the "
    "points of each place",
    "ポイント方式{name}に{seats}席のポイントがありません。;{seats}=と各順位のポイントを"
    "加えてください",
)
UNKNOWN_BREAK: Final = Sentence(
    "scoring.unknown-break",
    "unknown tie-break {name}; use {known}",
    "{name}というタイブレークはありません。使えるもの: {known}",
)
LOTS_SEED: Final = Sentence(
    "scoring.lots-seed",
    "tie-break {name} has no seed; write lots: and a number or word that was drawn, such as "
    "lots:4471",
    "タイブレーク{name}にシードがありません。lots:4471のように、引いた数か語を書いてください",
)
ONLY_SUMS: Final = Sentence(
    "scoring.only-sums",
    "tie-break {name} needs single matches, and of a run only sums are kept; use {known} or "
    "lots:SEED",
    "タイブレーク{name}には一つ一つの対戦が必要ですが、ランには合計しかありません。"
    "{known}かlots:SEEDを使ってください",
)
NOT_A_DUEL: Final = Sentence(
    "scoring.not-a-duel",
    "tie-break {name} is for matches between two players, and a match has {seats} seats; use "
    "opponents, sonneborn-berger or beaten",
    "タイブレーク{name}は二人の対戦のためのものですが、{seats}席の対戦があります。"
    "opponents、sonneborn-berger、beatenを使ってください",
)
ROUND_UNKNOWN: Final = Sentence(
    "scoring.round-unknown",
    "tie-break {name} needs the round of every match; add the header round to the records",
    "タイブレーク{name}にはすべての対戦のラウンドが必要です。記録にroundヘッダーを加えてください",
)
NOT_BY_PLACE: Final = Sentence(
    "scoring.not-by-place",
    "tie-break {name} needs points that depend on places, not on scores; use --by scaled or "
    "--by wins",
    "タイブレーク{name}には、得点ではなく順位によるポイントが必要です。--by scaledか--by winsを"
    "使ってください",
)
NO_RATING: Final = Sentence(
    "scoring.no-rating",
    "no rating of player {player}; give a file with the columns player and rating with --ratings",
    "プレイヤー{player}のレーティングがありません。playerとratingの列があるファイルを--ratingsで"
    "指定してください",
)
NEEDS_RATINGS: Final = Sentence(
    "scoring.needs-ratings",
    "tie-break {name} needs ratings; give standings a file with the columns player and rating with "
    "--ratings",
    "タイブレーク{name}にはレーティングが必要です。順位表に、playerとratingの列があるファイルを"
    "--ratingsで指定してください",
)
NO_TEAMS: Final = Sentence(
    "scoring.no-teams",
    "tie-break performance is not for teams; use opponents or margin",
    "タイブレークperformanceはチーム戦には使えません。opponentsかmarginを使ってください",
)

CUT_TOO_LOW: Final = Sentence(
    "scoring.cut-too-low",
    "{top} is not a number of places; use 1 or more",
    "{top}は順位の数ではありません。1以上にしてください",
)
CUT_AMONG_EQUALS: Final = Sentence(
    "scoring.cut-among-equals",
    "the line below the first {top} falls among equals: {players} share place {place}, and only "
    "{free} of them can go on; draw lots (lots:SEED as the last tie-break) or let them play",
    "上位{top}人の境目が同順位の中にあります。{players}が{place}位を分け合い、進めるのはそのうち"
    "{free}人だけです。抽選する(--tiebreakの最後にlots:SEED)か、決定戦をしてください",
)

LEFT_BY_SCORE: Final = Sentence(
    "scoring.left-by-score",
    "what is still possible is computed for points that depend on places; use --by scaled or "
    "--by wins",
    "まだ可能な結果は、順位によるポイントについてだけ計算できます。--by scaledか--by winsを使って"
    "ください",
)
LEFT_UNKNOWN: Final = Sentence(
    "scoring.left-unknown",
    "player {player} of a match that is left is not in the standings; check the name",
    "残りの対戦のプレイヤー{player}は順位表にいません。名前を確かめてください",
)
LEFT_TWICE: Final = Sentence(
    "scoring.left-twice",
    "player {player} is at two tables of one round; write / between rounds",
    "プレイヤー{player}が一つのラウンドで二つの卓にいます。ラウンドの間には/を書いてください",
)

CLINCHED: Final = Sentence("scoring.clinched", "clinched", "確定")
OUT: Final = Sentence("scoring.out", "out", "不可能")
OPEN: Final = Sentence("scoring.open", "open", "未定")
ENOUGH: Final = Sentence(
    "scoring.enough", "place {place} in the next match is enough", "次の対戦で{place}位なら確定"
)
NEEDS: Final = Sentence(
    "scoring.needs",
    "needs at least place {place} in the next match",
    "次の対戦で{place}位以上が必要",
)
DRAWN: Final = Sentence("scoring.drawn", "open, {percent} %", "未定、{percent}%")
SEARCHED: Final = Sentence(
    "scoring.searched",
    "what is still possible for the first {top}: exact, all results of the matches that are left "
    "were searched; tie-breaks are not considered",
    "上位{top}人に入れるかどうか: 正確(残りの対戦のすべての結果を調べました。タイブレークは"
    "考えていません)",
)
SIMULATED: Final = Sentence(
    "scoring.simulated",
    "what is still possible for the first {top}: not all results can be searched; a percentage "
    "is the share of {count} continuations, drawn with equal chances for all players, that bring "
    "the player among them; tie-breaks are not considered",
    "上位{top}人に入れるかどうか: すべての結果は調べられません。%は、全員が同じ強さとして"
    "抽選した{count}通りの続きのうち、そのプレイヤーが入る割合です。タイブレークは考えていません",
)

POINTS: Final = Sentence("scoring.points", "points", "ポイント")
BEST_RESULTS: Final = Sentence("scoring.best-results", "best results", "良い結果")
SEASON_BEST: Final = Sentence(
    "scoring.season-best",
    "{best} is not a number of events; use --best 1 or more",
    "{best}はイベントの数ではありません。--best 1以上にしてください",
)
UNKNOWN_SEASON_POINTS: Final = Sentence(
    "scoring.unknown-season-points",
    "unknown points {name}; use scaled, points, or the points of the first places such as 10,6,4",
    "{name}というポイントはありません。scaled、points、または10,6,4のような上位のポイントを"
    "指定してください",
)

BREAKS: Final[Mapping[str, Sentence]] = {
    "head-to-head": Sentence("scoring.head-to-head", "head-to-head", "直接対決"),
    "even": Sentence("scoring.even", "even points", "均等ポイント"),
    "wins": Sentence("scoring.wins", "wins", "勝数"),
    "score": Sentence("scoring.score", "score", "得点"),
    "chips": Sentence("scoring.chips", "chips", "チップ"),
    "seconds": Sentence("scoring.seconds", "second places", "2位の数"),
    "thirds": Sentence("scoring.thirds", "third places", "3位の数"),
    "opponents": Sentence("scoring.opponents", "opponents' mean", "相手の平均"),
    "opponents-cut1": Sentence(
        "scoring.opponents-cut1", "opponents' mean, cut 1", "相手の平均(カット1)"
    ),
    "sonneborn-berger": Sentence(
        "scoring.sonneborn-berger", "Sonneborn-Berger", "ゾンネボルン・ベルガー"
    ),
    "beaten": Sentence("scoring.beaten", "opponents beaten", "上回った相手の数"),
    "table-share": Sentence("scoring.table-share", "table share", "得点の割合"),
    "margin": Sentence("scoring.margin", "margin", "平均との差"),
    "performance": Sentence("scoring.performance", "performance", "パフォーマンス"),
    "BH": Sentence("scoring.BH", "Buchholz", "ブッフホルツ"),
    "BH-C1": Sentence("scoring.BH-C1", "Buchholz cut 1", "ブッフホルツ(カット1)"),
    "BH-C2": Sentence("scoring.BH-C2", "Buchholz cut 2", "ブッフホルツ(カット2)"),
    "BH-M1": Sentence("scoring.BH-M1", "median Buchholz", "ブッフホルツ(メディアン)"),
    "BH-M2": Sentence("scoring.BH-M2", "median Buchholz 2", "ブッフホルツ(メディアン2)"),
    "FB": Sentence("scoring.FB", "fore Buchholz", "フォア・ブッフホルツ"),
    "AOB": Sentence("scoring.AOB", "opponents' mean Buchholz", "相手のブッフホルツの平均"),
    "SB": Sentence("scoring.SB", "Sonneborn-Berger", "ゾンネボルン・ベルガー"),
    "SB-C1": Sentence("scoring.SB-C1", "Sonneborn-Berger cut 1", "ゾンネボルン・ベルガー(カット1)"),
    "DE": Sentence("scoring.DE", "direct encounter", "当該対戦"),
    "PS": Sentence("scoring.PS", "progressive score", "累進ポイント"),
    "KS": Sentence("scoring.KS", "Koya", "コヤ"),
    "WIN": Sentence("scoring.WIN", "rounds won", "勝ったラウンド"),
    "WON": Sentence("scoring.WON", "matches won", "勝った対戦"),
    "BPG": Sentence("scoring.BPG", "matches on the second seat", "後手の対戦"),
    "BWG": Sentence("scoring.BWG", "wins on the second seat", "後手での勝ち"),
    "REP": Sentence("scoring.REP", "rounds elected to play", "参加したラウンド"),
    "ARO": Sentence("scoring.ARO", "opponents' mean rating", "相手の平均レーティング"),
    "TPR": Sentence("scoring.TPR", "performance rating", "パフォーマンス・レーティング"),
    "lots": Sentence("scoring.lots", "lots", "抽選"),
}
"""The name of every tie-break in reasons."""
