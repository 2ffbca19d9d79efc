"""Texts of web pages: headings, labels, notes; and what `tourney report` says."""

from typing import Final

from engines.messages import Sentence

# The frame of every page.

SITE_TITLE: Final = Sentence("page.site-title", "Results", "対戦結果")
SITE: Final = Sentence("page.site", "Site", "サイト")
TRAIL: Final = Sentence("page.trail", "Where this page is", "現在のページ")
CONTENTS: Final = Sentence("page.contents", "On this page", "このページの内容")
HOME: Final = Sentence("page.home", "Start", "最初のページ")
FOOTER: Final = Sentence(
    "page.footer",
    "Made by tourney from its database. This page works offline and loads nothing.",
    "tourneyがデータベースから作成しました。通信なしで表示できます。",
)

# Names of people.

HIDDEN: Final = Sentence("page.hidden", "Player {id}", "プレイヤー{id}")

# Kinds of pages and lists.

EVENTS: Final = Sentence("page.events", "Events", "イベント")
EVENT: Final = Sentence("page.event", "Event", "イベント")
RUNS: Final = Sentence("page.runs", "Bot runs", "ボットのラン")
RUN: Final = Sentence("page.run", "Run", "ラン")
PLAYERS: Final = Sentence("page.players", "Players", "プレイヤー")
PEOPLE: Final = Sentence("page.people", "People", "人")
BOTS: Final = Sentence("page.bots", "Bots", "ボット")
PLAYER: Final = Sentence("page.player", "Player", "プレイヤー")
BOT: Final = Sentence("page.bot", "Bot", "ボット")
VERSIONS: Final = Sentence("page.versions", "Versions", "バージョン")
MATCHES: Final = Sentence("page.matches", "Matches", "対戦")
MATCH: Final = Sentence("page.match", "Match", "対戦")
GAMES: Final = Sentence("page.games", "Games", "ゲーム")
GAME: Final = Sentence("page.game", "Game", "ゲーム")
RATINGS: Final = Sentence("page.ratings", "Ratings", "レーティング")
LATEST: Final = Sentence("page.latest", "Latest matches", "最近の対戦")
RULES: Final = Sentence("page.rules", "Rules", "ルール")
DATA: Final = Sentence("page.data", "Data", "データ")

# Descriptions, for search engines and link previews.

ABOUT_SITE: Final = Sentence(
    "page.about-site",
    "Events, bot runs, players and ratings of {title}",
    "{title}のイベント、ボットのラン、プレイヤー、レーティング",
)
ABOUT_EVENT: Final = Sentence(
    "page.about-event",
    "{name}: standings, rounds and matches",
    "{name}: 順位、回戦、対戦",
)
ABOUT_RUN: Final = Sentence(
    "page.about-run",
    "{name}: standings of {count} {count:bot|bots} with intervals, seats, faults",
    "{name}: ボット{count}個の順位と信頼区間、席、障害",
)
ABOUT_PLAYER: Final = Sentence(
    "page.about-player",
    "{name}: games, places, rating, opponents and seats",
    "{name}: ゲーム、順位、レーティング、対戦相手、席",
)
ABOUT_MATCH: Final = Sentence("page.about-match", "{game}: {players}", "{game}: {players}")
ABOUT_GAME: Final = Sentence(
    "page.about-game", "The numbered rules of {game}", "{game}のルール(番号つき)"
)
ABOUT_LIST: Final = Sentence("page.about-list", "All {what} of {title}", "{title}の{what}一覧")

# Events.

STANDINGS: Final = Sentence("page.standings", "Standings", "順位")
STANDINGS_OF: Final = Sentence("page.standings-of", "Standings of {stage}", "{stage}の順位")
ROUND: Final = Sentence("page.round", "Round {number}", "第{number}回戦")
ROUND_OF: Final = Sentence("page.round-of", "{stage}, round {number}", "{stage} 第{number}回戦")
ROUNDS: Final = Sentence("page.rounds", "Rounds", "回戦")
IN_ROUND: Final = Sentence("page.in-round", "Round", "回戦")
NO_ROUND: Final = Sentence("page.no-round", "Matches without a round", "回戦のない対戦")
AFTER_ROUND: Final = Sentence(
    "page.after-round", "Standings after round {number}", "第{number}回戦の後の順位"
)
TABLES_OF: Final = Sentence("page.tables-of", "Tables of round {number}", "第{number}回戦の卓")
TABLES: Final = Sentence("page.tables", "Tables", "卓")
SHEETS: Final = Sentence("page.sheets", "Printable sheets", "記録用紙(印刷用)")
BYE: Final = Sentence(
    "page.bye", "{name} has a bye: {points} points", "{name}は不戦: {points}ポイント"
)
BYE_ALONE: Final = Sentence("page.bye-alone", "{name} has a bye", "{name}は不戦")
ABSENT: Final = Sentence("page.absent", "{name} (absent)", "{name}(不参加)")
OPEN_TABLE: Final = Sentence("page.open-table", "no result yet", "結果なし")
CROSSTABLE: Final = Sentence("page.crosstable", "Crosstable", "直接対戦表")
CROSSTABLE_MEANS: Final = Sentence(
    "page.crosstable-means",
    "Share of common matches in which the player of the row finished above the one of the column; "
    "a shared place counts half. The number of a column is a place in the table.",
    "同じ対戦で、行のプレイヤーが列のプレイヤーより上だった割合。同順位は半分と数えます。"
    "列の番号は表の順位です。",
)
RULINGS: Final = Sentence("page.rulings", "Rulings and corrections", "裁定と訂正")
CORRECTED: Final = Sentence(
    "page.corrected", "corrected, revision {number}: {reason}", "訂正(第{number}版): {reason}"
)
CORRECTED_ON: Final = Sentence(
    "page.corrected-on", "corrected {day}: {what}{why}", "{day}に訂正: {what}{why}"
)
AS_BEFORE: Final = Sentence(
    "page.as-before",
    "corrected and set back on {day}{why}",
    "訂正したが{day}に元に戻した{why}",
)
WHY: Final = Sentence("page.why", " ({reason})", "({reason})")
RULING: Final = Sentence("page.ruling", "ruling: {text}", "裁定: {text}")
FORFEIT: Final = Sentence("page.forfeit", "{who} forfeited: {code}", "{who}の棄権: {code}")
IS_VOID: Final = Sentence(
    "page.is-void", "void: this match counts nowhere", "無効: この対戦はどこにも数えません"
)
IS_ADJUSTED: Final = Sentence(
    "page.is-adjusted", "scores corrected by the organiser", "主催者が得点を訂正"
)
IS_OPEN: Final = Sentence(
    "page.is-open",
    "without a full result: this match does not count",
    "結果が不完全なので、この対戦は数えません",
)
RECORDED: Final = Sentence("page.recorded", "from records", "記録から")
PHASES: Final = {
    "planned": Sentence("page.planned", "planned", "予定"),
    "open": Sentence("page.open", "open", "進行中"),
    "closed": Sentence("page.closed", "closed", "終了"),
}
"""The phases of an event with a plan."""
FINAL_STANDINGS: Final = Sentence(
    "page.final-standings",
    "Standings after {count} {count:round|rounds}; no result is missing.",
    "{count}回戦までの順位。結果はすべてあります。",
)
OPEN_STANDINGS: Final = Sentence(
    "page.open-standings",
    "Not final: {missing} of {tables} tables of round {round} have no result.",
    "途中の順位。第{round}回戦の{tables}卓のうち{missing}卓の結果がありません。",
)
OPEN_ROUNDS: Final = Sentence(
    "page.open-rounds",
    "Not final: {missing} of {tables} tables of rounds {first} to {last} have no result.",
    "途中の順位。第{first}回戦から第{last}回戦の{tables}卓のうち{missing}卓の結果がありません。",
)
WHOLE: Final = Sentence(
    "page.whole",
    "Over all stages; no result is missing.",
    "全ステージを通した順位。結果はすべてあります。",
)
WHOLE_OPEN: Final = Sentence(
    "page.whole-open",
    "Over all stages, not final: {count} {count:table has|tables have} no result.",
    "全ステージを通した途中の順位。{count}卓の結果がありません。",
)
NO_ROUND_YET: Final = Sentence(
    "page.no-round-yet", "No round is drawn.", "まだ組み合わせがありません。"
)

# Runs.

CURVES: Final = Sentence("page.curves", "Points after each deal", "配りごとのポイント")
SCORES: Final = Sentence("page.scores", "Scores", "得点")
SEATS: Final = Sentence("page.seats", "Seats", "席")
SEATS_MEANS: Final = Sentence(
    "page.seats-means",
    "Points per match of each seat, and its advantage over the mean of all seats of the match.",
    "席ごとの1対戦あたりのポイントと、その対戦の全席の平均に対する有利さ。",
)
LENGTHS: Final = Sentence("page.lengths", "Length of matches", "対戦の長さ")
FAULTS: Final = Sentence("page.faults", "Faults of bots", "ボットの障害")
FAULTS_MEAN: Final = Sentence(
    "page.faults-mean",
    "The share is of deals, with its 95 % interval, because the matches of one deal are not "
    "independent.",
    "割合は配りに対するもので、95%信頼区間つきです。同じ配りの対戦は独立ではないからです。",
)
INTERVALS_MEAN: Final = Sentence(
    "page.intervals-mean",
    "From 4 points for the first place evenly down to 0. Intervals are 95 % confidence intervals "
    "by deal; places are those that each bot may have in truth.",
    "1位の4ポイントから最下位の0ポイントまで等間隔。区間は配りごとの95%信頼区間、順位の範囲は真の"
    "順位としてありうるものです。",
)
NOTABLE: Final = Sentence("page.notable", "Longest and closest matches", "長い対戦と接戦")
LONGEST: Final = Sentence("page.longest", "Longest matches", "長い対戦")
CLOSEST: Final = Sentence("page.closest", "Closest matches", "接戦")
DIFFERENCE: Final = Sentence("page.difference", "difference", "得点差")
PLIES: Final = Sentence("page.plies", "plies", "手数")
ALL_MATCHES: Final = Sentence("page.all-matches", "All matches", "すべての対戦")
FROM_TO: Final = Sentence("page.from-to", "Matches {first} to {last}", "対戦{first}から{last}")
MATCHES_PLAYED: Final = Sentence(
    "page.matches-played", "{done} of {total} planned", "予定{total}のうち{done}"
)
IN_MATCH: Final = Sentence("page.in-match", "{who}: {code}", "{who}: {code}")
NO_MOVES: Final = Sentence(
    "page.no-moves", "No moves of this match are stored.", "この対戦の手は保存されていません。"
)

# Labels of facts.

DATE: Final = Sentence("page.date", "Date", "日付")
ROUND_DATE: Final = Sentence("page.round-date", "Date: {date}", "日付: {date}")
COMING: Final = Sentence("page.coming", "Next rounds", "これからの回戦")
PHASE: Final = Sentence("page.phase", "Phase", "状態")
FORMAT: Final = Sentence("page.format", "Format", "方式")
OPTIONS: Final = Sentence("page.options", "Options", "オプション")
DEALS: Final = Sentence("page.deals", "Deals", "配り")
DEAL: Final = Sentence("page.deal", "Deal", "配り")
SEED: Final = Sentence("page.seed", "Seed", "シード")
SCHEDULE: Final = Sentence("page.schedule", "Schedule", "日程")
STATUS: Final = Sentence("page.status", "Status", "状態")
TABLE: Final = Sentence("page.table", "Table", "卓")
SEAT: Final = Sentence("page.seat", "Seat", "席")
SCORE: Final = Sentence("page.score", "Score", "得点")
PLACE: Final = Sentence("page.place", "Place", "順位")
POINTS: Final = Sentence("page.points", "Points", "ポイント")
RESULT: Final = Sentence("page.result", "Result", "結果")
REVISION: Final = Sentence("page.revision", "Revision", "版")

# Players.

RATING: Final = Sentence("page.rating", "Rating", "レーティング")
RATING_MEANS: Final = Sentence(
    "page.rating-means",
    "1500 is the mean of all players of a game; a player who is 400 points ahead of another "
    "finishes above the other ten times as often. The band is a 95 % interval.",
    "1500がそのゲームの全プレイヤーの平均です。400ポイント上のプレイヤーは、相手より上の順位になる"
    "ことが10倍多くなります。幅は95%信頼区間です。",
)
RATING_HISTORY: Final = Sentence(
    "page.rating-history", "Rating after each month", "月ごとのレーティング"
)
OPPONENTS: Final = Sentence("page.opponents", "Head-to-head", "直接対決")
OPPONENTS_MEAN: Final = Sentence(
    "page.opponents-mean",
    "Matches in which this player finished above the other, on the same place, or below; partners "
    "are left out.",
    "相手より上、同順位、下だった対戦の数。味方は含みません。",
)
PLAYED_GAMES: Final = Sentence("page.played-games", "Games and places", "ゲームと順位")
PLAYED_SEATS: Final = Sentence("page.played-seats", "Points by seat", "席ごとのポイント")

# Matches.

RECORD: Final = Sentence("page.record", "Record", "記録")
REPLAY: Final = Sentence("page.replay", "Replay", "リプレイ")

# What `tourney report` says.

WROTE: Final = Sentence(
    "report.wrote",
    "wrote the site to {folder}: {written} files written, {same} unchanged, {removed} removed",
    "サイトを{folder}に書き出しました: 書いたファイル{written}、変わらないもの{same}、"
    "削除したもの{removed}",
)
OPEN_IT: Final = Sentence(
    "report.open-it", "open {path} in a browser", "ブラウザーで{path}を開いてください"
)
NO_SITEMAP: Final = Sentence(
    "report.no-sitemap",
    "no sitemap.xml without the address of the site: --base-url https://example.org/club/",
    "サイトのアドレスがないので、sitemap.xmlは作りません: --base-url https://example.org/club/",
)
KEPT: Final = Sentence(
    "report.kept",
    "{path} does not belong to the site any more, but somebody has changed it: it is kept",
    "{path}はもうサイトのものではありませんが、誰かが変更したので残しました",
)
WROTE_PAGE: Final = Sentence(
    "report.wrote-page", "wrote the page to {path}", "ページを{path}に書き出しました"
)
BUILDING: Final = Sentence("report.building", "pages", "ページ")
FOREIGN_FILE: Final = Sentence(
    "report.foreign-file",
    "{path} was not written by tourney report; choose another folder, or move that file away",
    "{path}はtourney reportが書いたファイルではありません。別のフォルダーを選ぶか、そのファイルを"
    "移してください",
)
OUTSIDE: Final = Sentence(
    "report.outside",
    "{path} is a link that leads out of the folder of the site; remove the link",
    "{path}はサイトのフォルダーの外に出るリンクです。リンクを削除してください",
)
SITE_BUSY: Final = Sentence(
    "report.site-busy",
    "another process is writing the site in {folder}; wait until it has finished",
    "別のプロセスが{folder}にサイトを書いています。終わるまで待ってください",
)
NO_FOLDER: Final = Sentence(
    "report.no-folder",
    "no folder for the site; add -o FOLDER",
    "サイトのフォルダーがありません。-o FOLDERを付けてください",
)
NOT_A_FOLDER: Final = Sentence(
    "report.not-a-folder",
    "{path} is a file; choose a folder for the site",
    "{path}はファイルです。サイトのフォルダーを選んでください",
)
BAD_URL: Final = Sentence(
    "report.bad-url",
    "{url} is no address of a site; write it as https://example.org/club/",
    "{url}はサイトのアドレスではありません。https://example.org/club/のように書いてください",
)
NO_PLAYER: Final = Sentence(
    "report.no-player",
    "no player or bot {name}; see tourney player list and tourney bot list",
    "{name}というプレイヤーやボットはありません。tourney player listとtourney bot listで確かめて"
    "ください",
)
NO_TABLE: Final = Sentence(
    "report.no-table",
    "a report is a web page; remove --format and --columns",
    "レポートはウェブページです。--formatと--columnsを外してください",
)
