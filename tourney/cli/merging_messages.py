"""Messages about merged databases."""

from typing import Final

from engines.messages import Sentence

SAME_DATABASE: Final = Sentence(
    "cli.merge-same-database",
    "{database} cannot be merged into itself; name another target with --db",
    "{database}を自分自身に統合することはできません。--dbで別の統合先を指定してください",
)
MERGED_TWICE: Final = Sentence(
    "cli.merged-twice",
    "{database} is named twice; name it once",
    "{database}が2回指定されています。1回だけ指定してください",
)
LEFT_OUT: Final = Sentence(
    "cli.merge-left-out",
    "not merged from {database}, because only runs are: {things}; use tourney export and import",
    "統合されるのはランだけなので、{database}の次のものは統合されていません: {things}。"
    "tourney exportとimportを使ってください",
)
MISSING: Final = Sentence(
    "cli.merge-missing",
    "run {run} lacks {count} {count:match|matches} ({numbers}); "
    "play {count:it|them} with: {command}",
    "ラン{run}には対戦が{count}件足りません({numbers})。行うには: {command}",
)
NOT_STARTED: Final = Sentence(
    "cli.merge-not-started",
    "run {run}: {count} {count:match was|matches were} left out, because a bot did not start",
    "ラン{run}: ボットが起動しなかったため、対戦{count}件を除きました",
)
