"""What standings belong to, in messages."""

from typing import Final

from engines.messages import Sentence

EVENT: Final = Sentence("events.event", "event {name}", "イベント「{name}」")
RUN: Final = Sentence("events.run", "run {name}", "ラン「{name}」")
