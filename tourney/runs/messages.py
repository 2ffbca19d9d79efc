"""Messages about the processes that play matches."""

from typing import Final

from engines.messages import Sentence

EVENT_PLAYED: Final = Sentence(
    "runs.event-played",
    "the tables of bots of event {event} are being played by {runner}; wait for its end, or stop "
    "it there with Ctrl-C",
    "イベント{event}のボットの卓は{runner}で対戦中です。終わるまで待つか、そこでCtrl-Cで止めてください",
)
