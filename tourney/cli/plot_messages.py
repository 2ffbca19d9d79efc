"""Messages of `tourney plot` and of small drawings in tables."""

from typing import Final

from engines.messages import Sentence

ENDING: Final = Sentence(
    "cli.plot-ending",
    "cannot write a drawing to {name}; its name must end in .svg or .png",
    "図を{name}に書けません。名前の最後を.svgか.pngにしてください",
)
NO_TABLE: Final = Sentence(
    "cli.plot-no-table",
    "plot writes drawings; for the numbers use {command}",
    "plotは図を書きます。数値は{command}で見られます",
)
RUN_ONLY: Final = Sentence(
    "cli.plot-run-only",
    "{what} can be drawn of a run; {name} is an event",
    "{what}はランの図です。{name}はイベントです",
)
TOO_MANY: Final = Sentence(
    "cli.plot-too-many",
    "{what} takes at most {most} {most:name|names}, not {count}",
    "{what}の名前は{most}つまでです({count}個あります)",
)
NO_NAME: Final = Sentence(
    "cli.plot-no-name",
    "{what} takes no name; remove {name}",
    "{what}に名前は付けられません。{name}を外してください",
)
NOT_FOR: Final = Sentence(
    "cli.plot-not-for",
    "{option} does not belong to {what}; remove it",
    "{what}に{option}は使えません。外してください",
)
FOR_EVENTS: Final = Sentence(
    "cli.plot-for-events",
    "{option} is for events; {name} is a run",
    "{option}はイベントに使います。{name}はランです",
)
NO_STAGES: Final = Sentence(
    "cli.plot-no-stages",
    "event {name} has no stages; remove --stage",
    "イベント{name}にはステージがありません。--stageを外してください",
)
COMPARE_WHAT: Final = Sentence(
    "cli.plot-compare-what",
    "compare takes two runs, or one run with --bots NEW,OLD",
    "compareには2つのランか、1つのランと--bots NEW,OLDを指定してください",
)
NO_BARS: Final = Sentence(
    "cli.plot-no-bars",
    "--bars draws intervals, which event {name} does not have; use tourney plot standings",
    "--barsは区間を描きますが、イベント{name}に区間はありません。tourney plot standingsを使って"
    "ください",
)
NOTHING_RATED: Final = Sentence(
    "cli.plot-nothing-rated",
    "no match to rate; play or import one",
    "レーティングを計算できる対戦がありません",
)
