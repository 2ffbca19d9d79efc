"""Messages of `tourney watch` for events."""

from typing import Final

from engines.messages import Sentence

ABOUT: Final = Sentence("event-watch.about", "{stage}, {game}", "{stage}、{game}")
NOT_DRAWN: Final = Sentence(
    "event-watch.not-drawn", "no round is drawn yet", "まだ対戦表はありません"
)
IN_STAGE: Final = Sentence("event-watch.in-stage", "{stage}: {text}", "{stage}: {text}")
ROUND: Final = Sentence(
    "event-watch.round",
    "Round {round}: {open} of {tables} {tables:table|tables} open",
    "第{round}回戦: {tables}卓のうち{open}卓が残っています",
)
STANDINGS: Final = Sentence(
    "event-watch.standings",
    "Standings after {count} {count:round|rounds}",
    "第{count}回戦までの順位",
)
SO_FAR: Final = Sentence(
    "event-watch.so-far",
    "Standings so far, round {round} is not complete",
    "途中の順位(第{round}回戦は終わっていません)",
)
SO_FAR_IN: Final = Sentence(
    "event-watch.so-far-in",
    "Standings so far, rounds {rounds} are not complete",
    "途中の順位(終わっていない回戦: {rounds})",
)
WHO_SITS_WHERE: Final = Sentence("event-watch.who-sits-where", "Who sits where", "誰がどの卓か")
FINAL_ORDER: Final = Sentence("event-watch.final-order", "Final order", "最終順位")
NOT_PUBLISHED: Final = Sentence(
    "event-watch.not-published",
    "round {round} is drawn and not published yet",
    "第{round}回戦は組まれましたが、まだ発表されていません",
)
HOW_TO_PUBLISH: Final = Sentence(
    "event-watch.how-to-publish",
    "{event}: round {round} is not shown until you publish it with {command}",
    "{event}: 第{round}回戦は{command}で発表するまで表示しません",
)
PLAYING: Final = Sentence("event-watch.playing", "playing", "対戦中")
OPEN: Final = Sentence("event-watch.open", "open", "未対戦")
DONE: Final = Sentence("event-watch.done", "finished", "終了")
BYE: Final = Sentence("event-watch.bye", "bye", "不戦")
LEAVE: Final = Sentence("event-watch.leave", "q: quit", "q: 終了")
CLOSED: Final = Sentence("event-watch.closed", "the event is closed", "イベントは終了しました")
NO_FORMAT: Final = Sentence(
    "event-watch.no-format",
    "an event is not shown as {format}; use table, plain or json, or see tourney event show and "
    "tourney standings",
    "イベントは{format}では表示できません。table、plain、jsonを使うか、tourney event showと"
    "tourney standingsを見てください",
)
NEITHER: Final = Sentence(
    "event-watch.neither",
    "no run and no event {name}; see tourney runs and tourney event list",
    "{name}というランもイベントもありません。tourney runsとtourney event listで確かめられます",
)
FOR_EVENTS: Final = Sentence(
    "event-watch.for-events",
    "--public is for events, and {name} is a run; remove it",
    "--publicはイベントのためのものですが、{name}はランです。外してください",
)
FOR_RUNS: Final = Sentence(
    "event-watch.for-runs",
    "--progress is for runs, and {name} is an event; remove it",
    "--progressはランのためのものですが、{name}はイベントです。外してください",
)
