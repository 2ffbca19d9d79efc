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
CLASS_WITH_CLOCK: Final = Sentence(
    "runs.class-with-clock",
    "bot {bot} is a Python class, which workers of dask cannot stop when its time is over; "
    "remove the time limit, play with --executor local, or run the bot as cmd:...",
    "ボット{bot}はPythonのクラスなので、daskのワーカーは持ち時間が切れても止められません。"
    "時間制限を外すか、--executor localで行うか、cmd:...として動かしてください",
)
