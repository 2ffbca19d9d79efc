"""Messages about the processes that play matches."""

from typing import Final

from engines.messages import Sentence

EVENT_PLAYED: Final = Sentence(
    "runs.event-played",
    "the tables of bots of event {event} are being played by {runner}; wait for its end, or stop "
    "it there with Ctrl-C",
    "イベント{event}のボットの卓は{runner}で対戦中です。終わるまで待つか、そこでCtrl-Cで止めてください",
)
SETTINGS_DIFFER: Final = Sentence(
    "runs.settings-differ",
    "run {run} has {what} {one} in {first} and {other} in {second}; "
    "only runs with the same settings can be merged",
    "ラン{run}の{what}は、{first}では{one}、{second}では{other}です。"
    "設定が同じランだけを統合できます",
)
MATCHES_DIFFER: Final = Sentence(
    "runs.matches-differ",
    "match {number} of run {run} in {first} differs from that in {second}; nothing was merged: "
    "play it again in both ({command}), and leave out the file that is wrong",
    "ラン{run}の対戦{number}は{first}と{second}とで異なります。何も統合されていません。"
    "両方でもう一度行い({command})、正しくないファイルを除いてください",
)
CORRECTED: Final = Sentence(
    "runs.corrected",
    "match {number} of run {run} was corrected in {source}; "
    "merge first, and correct the merged run",
    "ラン{run}の対戦{number}は{source}で訂正されています。先に統合し、その後で訂正してください",
)
REPEATED: Final = Sentence(
    "runs.repeated",
    "{repeated} of the {played} matches played repeat another match of their deal move by move; "
    "they are no further evidence",
    "行った{played}局のうち{repeated}局は、同じ配りの別の対局と1手ずつ同じです。"
    "新しい証拠にはなりません",
)
COMMA_IN_NAME: Final = Sentence(
    "runs.comma-in-name",
    "bot name {name} has a comma, which separates names in other commands; write it without, and "
    "give each bot an option --bot of its own",
    "ボット名{name}にコンマがあります。コンマはほかのコマンドで名前を区切るので使えません。"
    "ボットごとに--botを1つずつ指定してください",
)
FREE_IN_CLUSTER: Final = Sentence(
    "runs.free-in-cluster",
    "bot {bot} could reach the scheduler of dask and run code in its workers and in this process; "
    "play with --isolation bwrap (a program, not a Python class), or add --trust-bots if you "
    "trust its author",
    "ボット{bot}はdaskのスケジューラーに接続し、ワーカーとこのプロセスでコードを実行できてしまいます。"
    "--isolation bwrapで動かすか(Pythonのクラスではなくプログラムのみ)、"
    "作者を信頼できるなら--trust-botsを加えてください",
)
NOT_CONFINED: Final = Sentence(
    "runs.not-confined",
    "{why}; install it there, or add --trust-bots if you trust the authors of the bots",
    "{why}。そのマシンにインストールするか、ボットの作者を信頼できるなら--trust-botsを"
    "加えてください",
)
CLASS_WITH_CLOCK: Final = Sentence(
    "runs.class-with-clock",
    "bot {bot} is a Python class, which workers of dask cannot stop when its time is over; "
    "remove the time limit, play with --executor local, or run the bot as cmd:...",
    "ボット{bot}はPythonのクラスなので、daskのワーカーは持ち時間が切れても止められません。"
    "時間制限を外すか、--executor localで行うか、cmd:...として動かしてください",
)

# The keys of a run file; the topic run-file of tourney help lists them.


def _key(key: str, en: str, ja: str) -> Sentence:
    return Sentence(f"runs.key-{key}", en, ja)


KEYS_HEAD: Final = Sentence(
    "runs.keys-head",
    "A run file is TOML, and tourney run FILE.toml plays it. Options of the command line take "
    "precedence over its keys. Every key but game and bots can be left out.",
    "ランのファイルはTOMLで書き、tourney run FILE.tomlで対戦を行います。"
    "コマンドラインのオプションはファイルのキーより優先されます。gameとbots以外のキーは省けます。",
)
KEYS_EXAMPLE: Final = Sentence("runs.keys-example", "Example:", "例:")
KEYS: Final = {
    "game": _key("game", "game to play, such as \"diams\"", "ゲーム。例: \"diams\""),
    "options": _key(
        "options",
        "table of game options: length = \"quick\"",
        "ゲームのオプションの表: length = \"quick\"",
    ),
    "bots": _key(
        "bots",
        "table of bots, NAME = \"TARGET\"; targets as in tourney run --help",
        "ボットの表。名前 = \"TARGET\"と書く。TARGETはtourney run --helpの通り",
    ),
    "seats": _key(
        "seats",
        "number of seats, a whole number; default: one for each bot",
        "席の数(整数)。省くとボットの数",
    ),
    "deals": _key(
        "deals", "number of deals, a whole number; default: 100", "配りの数(整数)。省くと100"
    ),
    "until": _key(
        "until",
        "stopping rule: \"ci<0.1\" or \"sprt(0,0.1)\"",
        "終了規則: \"ci<0.1\"か\"sprt(0,0.1)\"",
    ),
    "schedule": _key(
        "schedule",
        "\"roundrobin\" (default), \"gauntlet:NAME\" or \"fixed\"",
        "\"roundrobin\"(省略時)、\"gauntlet:NAME\"、\"fixed\"のどれか",
    ),
    "block": _key(
        "block",
        "seatings of a deal: \"rotation\" (default), \"swap\", \"all\" or \"none\"",
        "1つの配りでの席順: \"rotation\"(省略時)、\"swap\"、\"all\"、\"none\"のどれか",
    ),
    "seed": _key(
        "seed",
        "seed of the cards, or \"run:NAME\" for those of a run; default: random",
        "カードのシード。\"run:NAME\"ならそのランのシード。省くと乱数",
    ),
    "bot_seed": _key(
        "bot_seed",
        "seed of the bots' random numbers; default: from the other seed",
        "ボットの乱数のシード。省くとseedから作られる",
    ),
    "time_per_move": _key(
        "time_per_move", "time limit for a move, in seconds", "1手の制限時間(秒)"
    ),
    "time_per_match": _key(
        "time_per_match",
        "extra time for all moves of a match, in seconds",
        "1対戦を通しての追加時間(秒)",
    ),
    "memory": _key(
        "memory", "memory limit for each bot process, in MB", "ボットの各プロセスのメモリー上限(MB)"
    ),
    "isolation": _key(
        "isolation",
        "\"none\", \"limits\" (default) or \"bwrap\"",
        "\"none\"、\"limits\"(省略時)、\"bwrap\"のどれか",
    ),
    "on_fault": _key(
        "on_fault",
        "\"forfeit\" (default), \"random-move\" or \"abort\"",
        "\"forfeit\"(省略時)、\"random-move\"、\"abort\"のどれか",
    ),
    "max_faults": _key(
        "max_faults",
        "exit code 4 if there are more faults: \"5\" or \"2%\"",
        "失敗がこれより多いと終了コード4: \"5\"や\"2%\"",
    ),
    "log": _key(
        "log",
        "what is stored of a match: \"rows\" (default), \"packed\" or \"results\"",
        "対戦の何を保存するか: \"rows\"(省略時)、\"packed\"、\"results\"のどれか",
    ),
    "name": _key(
        "name",
        "name of the run; default: that of the file without its ending",
        "ランの名前。省くとファイル名から拡張子を除いたもの",
    ),
    "event": _key(
        "event", "header event of the records", "記録のヘッダーeventに書くイベント名"
    ),
    "date": _key("date", "header date of the records, such as 2026-11-26",
                 "記録のヘッダーdateに書く日付。例: 2026-11-26"),
}  # fmt: skip
"""The meaning of each key, in the order in which help lists them."""
