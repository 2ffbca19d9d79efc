"""Messages of `tourney event rm`."""

from typing import Final

from engines.messages import Sentence

REMOVE_EVENT: Final = Sentence(
    "event.remove",
    "remove event {event} with {entrants} {entrants:entrant|entrants} and {rounds} drawn "
    "{rounds:round|rounds}?",
    "イベント{event}(参加者{entrants}人、組んだ対戦表{rounds}回)を削除しますか?",
)
NOT_REMOVED: Final = Sentence("event.not-removed", "nothing was removed", "何も削除していません")
REMOVED_EVENT: Final = Sentence(
    "event.removed",
    "removed event {event}; its players are kept",
    "イベント{event}を削除しました。プレイヤーは残ります",
)
RESTORED_EVENT: Final = Sentence(
    "event.restored",
    "restored event {event} with {entrants} {entrants:entrant|entrants}",
    "イベント{event}(参加者{entrants}人)を元に戻しました",
)
