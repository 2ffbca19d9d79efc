"""What every tie-break means, one sentence each."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

HEADS: Final[Mapping[str, Sentence]] = {
    "head-to-head": Sentence(
        "meaning.head-sums", "For all runs and events:", "すべてのランとイベントで使えるもの:"
    ),
    "opponents": Sentence(
        "meaning.head-tables",
        "For events with any number of seats at a table:",
        "席の数にかかわらず、イベントで使えるもの:",
    ),
    "BH": Sentence(
        "meaning.head-duels",
        "For events of matches between two players, with the articles of the FIDE Handbook C.07 "
        "of March 2026:",
        "二人の対戦のイベントで使えるもの(FIDEハンドブックC.07、2026年3月版の条):",
    ),
}
"""The heading above a tie-break."""

MEANINGS: Final[Mapping[str, Sentence]] = {
    "head-to-head": Sentence(
        "meaning.head-to-head",
        "Share of common matches finished above the others who are equal, if all of them met.",
        "同点の人どうしの対戦で上回った割合の合計。全員が互いに対戦したときだけ使います。",
    ),
    "even": Sentence(
        "meaning.even",
        "Mean of points in equal steps around 2 with the same spread at tables of every size; "
        "also a point system.",
        "2を中心とする等間隔のポイントの平均。どの人数の卓でもばらつきが同じです。"
        "ポイントの方式としても使えます。",
    ),
    "wins": Sentence(
        "meaning.wins",
        "First places per match; a shared one counts for its part.",
        "1対戦あたりの1位の数。分け合った順位はその分だけ数えます。",
    ),
    "score": Sentence("meaning.score", "Mean score of the game.", "ゲームの得点の平均。"),
    "chips": Sentence(
        "meaning.chips",
        "Mean of 4, 3, 2, 1, 0 points by place, as in Diam's.",
        "ディアムスと同じ、順位ごとの4、3、2、1、0ポイントの平均。",
    ),
    "seconds": Sentence(
        "meaning.seconds",
        "Second places per match; a shared one counts for its part.",
        "1対戦あたりの2位の数。分け合った順位はその分だけ数えます。",
    ),
    "thirds": Sentence(
        "meaning.thirds",
        "Third places per match; a shared one counts for its part.",
        "1対戦あたりの3位の数。分け合った順位はその分だけ数えます。",
    ),
    "opponents": Sentence(
        "meaning.opponents",
        "Mean points per match of the opponents of each match (Buchholz for tables).",
        "各対戦の相手の平均ポイントの平均(卓のブッフホルツ)。",
    ),
    "opponents-cut1": Sentence(
        "meaning.opponents-cut1",
        "The same without the match with the weakest opponents.",
        "同じものから、相手がいちばん弱かった対戦を除いたもの。",
    ),
    "sonneborn-berger": Sentence(
        "meaning.sonneborn-berger",
        "Mean points per match of the opponents who were beaten; equal ones count half.",
        "上回った相手の平均ポイント。同順位の相手は半分に数えます。",
    ),
    "beaten": Sentence(
        "meaning.beaten",
        "Number of different opponents finished above at least once.",
        "一度でも上回った相手の人数。",
    ),
    "table-share": Sentence(
        "meaning.table-share",
        "Mean share of all scores at the table.",
        "卓の得点の合計に占める割合の平均。",
    ),
    "margin": Sentence(
        "meaning.margin",
        "Mean distance of the score from the mean score at the table.",
        "卓の平均得点との差の平均。",
    ),
    "performance": Sentence(
        "meaning.performance",
        "Least rating at which the points would be expected; needs --ratings. Two players: "
        "the table of the FIDE Handbook B.02 (PTP, 10.3); more: the Plackett-Luce model.",
        "そのポイントが期待できる最も低いレーティング。--ratingsが必要です。二人のときは"
        "FIDEハンドブックB.02の表(PTP、10.3)、三人以上のときはPlackett-Luceモデルを使います。",
    ),
    "BH": Sentence(
        "meaning.BH",
        "Buchholz: sum of the opponents' points (8.1).",
        "ブッフホルツ: 相手のポイントの合計(8.1)。",
    ),
    "BH-C1": Sentence(
        "meaning.BH-C1",
        "The same without the least of them (14.1, 16.5).",
        "同じものから最小の1つを除いたもの(14.1、16.5)。",
    ),
    "BH-C2": Sentence(
        "meaning.BH-C2",
        "The same without the two least.",
        "同じものから最小の2つを除いたもの。",
    ),
    "BH-M1": Sentence(
        "meaning.BH-M1",
        "The same without the least and the greatest (median).",
        "同じものから最小と最大の1つずつを除いたもの(メディアン)。",
    ),
    "BH-M2": Sentence(
        "meaning.BH-M2",
        "The same without the two least and the two greatest.",
        "同じものから最小と最大の2つずつを除いたもの。",
    ),
    "FB": Sentence(
        "meaning.FB",
        "Fore Buchholz: as if all matches of the last round were drawn (8.3).",
        "フォア・ブッフホルツ: 最終ラウンドがすべて引き分けだった場合のもの(8.3)。",
    ),
    "AOB": Sentence(
        "meaning.AOB",
        "Mean Buchholz of the opponents who were met (8.2).",
        "対戦した相手のブッフホルツの平均(8.2)。",
    ),
    "SB": Sentence(
        "meaning.SB",
        "Sonneborn-Berger: sum of each opponent's points times the points against it (9.1).",
        "ゾンネボルン・ベルガー: 相手のポイントとその相手から得たポイントの積の合計(9.1)。",
    ),
    "SB-C1": Sentence(
        "meaning.SB-C1",
        "The same without the least contribution.",
        "同じものから最小の1つを除いたもの。",
    ),
    "DE": Sentence(
        "meaning.DE",
        "Direct encounter: points in the matches among those who are equal (6).",
        "当該対戦: 同点の人どうしの対戦で得たポイント(6)。",
    ),
    "PS": Sentence(
        "meaning.PS",
        "Progressive score: sum of the points after every round (7.5).",
        "累進ポイント: 各ラウンド後のポイントの合計(7.5)。",
    ),
    "KS": Sentence(
        "meaning.KS",
        "Koya: points against opponents with at least half of the points of all rounds (9.2).",
        "コヤ: 全ラウンドで取れるポイントの半分以上を取った相手から得たポイント(9.2)。",
    ),
    "WIN": Sentence(
        "meaning.WIN",
        "Rounds with as many points as a win, played or not (7.1).",
        "対戦の有無にかかわらず、勝ちと同じポイントを得たラウンドの数(7.1)。",
    ),
    "WON": Sentence("meaning.WON", "Matches won at the table (7.2).", "対戦して勝った数(7.2)。"),
    "BPG": Sentence(
        "meaning.BPG", "Matches played on the second seat (7.3).", "後手で対戦した数(7.3)。"
    ),
    "BWG": Sentence(
        "meaning.BWG", "Matches won on the second seat (7.4).", "後手で勝った数(7.4)。"
    ),
    "REP": Sentence(
        "meaning.REP",
        "Rounds that the player was willing to play (7.6).",
        "参加する意思があったラウンドの数(7.6)。",
    ),
    "ARO": Sentence(
        "meaning.ARO",
        "Mean rating of the opponents who were met (10.1); needs --ratings.",
        "対戦した相手のレーティングの平均(10.1)。--ratingsが必要です。",
    ),
    "TPR": Sentence(
        "meaning.TPR",
        "Mean rating of the opponents plus the difference for the score (10.2).",
        "相手のレーティングの平均に、成績に応じた差を加えたもの(10.2)。",
    ),
    "lots:SEED": Sentence(
        "meaning.lots",
        "Lots: the same seed always gives the same order. Draw the seed where all can see it.",
        "抽選: 同じシードはいつも同じ順番になります。シードは皆の前で引いてください。",
    ),
}
"""The meaning of every tie-break by its name."""

NOTES: Final[tuple[Sentence, ...]] = (
    Sentence(
        "meaning.order",
        "Tie-breaks are applied in the given order to players with equal points. One that "
        "separates some of them is applied again among those who are still equal. Players who "
        "stay equal share the place. The default is head-to-head,even,wins,score,chips.",
        "タイブレークは、同点の人に、書いた順に使います。一部の人に差がつくと、まだ同点の人の中で"
        "もう一度使います。それでも同じ人は順位を分け合います。指定しなければ"
        "head-to-head,even,wins,score,chipsです。",
    ),
    Sentence(
        "meaning.per-match",
        "What is per match counts a missed round as a match without points, so that nobody gains "
        "by leaving. A bye from the pairing, or an absent opponent, counts for nothing.",
        "1対戦あたりの値では、自分の都合で休んだラウンドは0ポイントの対戦として数えるので、休んでも得になりません。"
        "組み合わせによる不戦や、相手が来なかったラウンドは数えません。",
    ),
    Sentence(
        "meaning.older",
        "An event keeps the rules by which it began: in one made before 2026-11-27 every round "
        "without a match counts as a match without points, byes have points in brackets, too, and "
        "KS takes the most matches of a player for the rounds. Its standings say so.",
        "イベントは、始めたときの決まりで最後まで数えます。2026年11月27日より前に作ったイベントでは、"
        "対戦のないラウンドはすべて0ポイントの対戦として数え、勝ち抜き戦の不戦にもポイントがあり、"
        "KSはラウンド数の代わりに最も多い対戦数を使います。そのことは順位表の下に出ます。",
    ),
    Sentence(
        "meaning.points",
        "Points are those of --by; with --by wins, the codes of FIDE have the values known from "
        "chess.",
        "ポイントは--byのものです。--by winsを使うと、FIDEの記号はチェスと同じ値になります。",
    ),
    Sentence(
        "meaning.unplayed",
        "Unplayed rounds follow articles 16.3 to 16.5: for opponents, byes on request at the end "
        "count as draws. For the player, an unplayed round counts as played against a dummy "
        "opponent with the player's own points, but no more than those of the opponent who was "
        "paired, or than draws in all rounds.",
        "対戦のないラウンドは16.3から16.5に従います。相手にとっては、最後に続く希望による不戦は"
        "引き分けです。本人にとっては、自分と同じポイントの仮の相手との対戦です。ただし、"
        "組まれていた相手のポイント、または全ラウンド引き分けのポイントを超えません。",
    ),
)
"""What holds for all of them, in paragraphs."""
