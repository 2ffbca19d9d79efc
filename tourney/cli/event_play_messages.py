"""Messages of `tourney event play` and of tables at which bots sit."""

from typing import Final

from engines.messages import Sentence

# Before the first match.

BAD_TARGET: Final = Sentence(
    "cli.bad-target",
    "invalid target of a bot {target}; use at most {most} printable characters",
    "ボット{target}が正しくありません。表示できる文字で{most}文字までにしてください",
)
NO_ROUND: Final = Sentence(
    "event-play.no-round",
    "round {round} of {stage} is not drawn; drawn rounds: {count}; draw the next one with "
    "{command}",
    "「{stage}」の第{round}回戦はまだ組まれていません。組まれたのは{count}回戦です。"
    "次は{command}で組んでください",
)
CHANGED: Final = Sentence(
    "event-play.changed",
    "{bots} {count:is|are} not the same as when {count:it|they} entered the event; play with "
    "{count:it|them} as {count:it is|they are} now: add --changed",
    "{bots}({count}体)は参加したときと内容が違います。今のまま対戦するには--changedを付けてください",
)
IS_CHANGED: Final = Sentence(
    "event-play.is-changed",
    "{bots} {count:plays|play} as {count:it is|they are} now from this round on",
    "{bots}({count}体)はこの回戦から今の内容で対戦します",
)
GUESSABLE: Final = Sentence(
    "event-play.guessable",
    "warning: a bot that guesses the seed {seed} of the event knows all cards; give no --seed if "
    "the result matters",
    "注意: イベントのシード{seed}を当てたボットはカードがすべて分かります。"
    "結果が大事なら--seedを付けないでください",
)

NOT_THE_SAME: Final = Sentence(
    "event-play.not-the-same",
    "bot {bot} is not the same as when it entered the event; let it play as it is now with "
    "{command}",
    "ボット{bot}は参加したときと内容が違います。今のまま対戦させるには{command}を実行してください",
)
ONLY_BOTS: Final = Sentence(
    "event-play.only-bots",
    "only bots sit at table {table} of round {round}; let them play with tourney event play",
    "第{round}回戦の卓{table}はボットだけです。tourney event playで対戦させてください",
)
NOT_RECORDED: Final = Sentence(
    "event-play.not-recorded",
    "a bot sits at table {table} of round {round}; play it with tourney play --event, or enter "
    "its result with tourney match result",
    "第{round}回戦の卓{table}にはボットがいます。tourney play --eventで対戦するか、"
    "tourney match resultで結果を入力してください",
)
FROM_PAIRING: Final = Sentence(
    "event-play.from-pairing",
    "{option} is not possible at a table of an event: bots, cards and options follow from the "
    "pairing; remove it",
    "イベントの卓では{option}は使えません。ボットとカードとオプションは対戦表で決まっています",
)

# Tables.

PLAYED: Final = Sentence("event-play.played", "table {table}: {result}", "卓{table}: {result}")
FAULT: Final = Sentence(
    "event-play.fault", "table {table}: {bot}: {code}: {why}", "卓{table}: {bot}: {code}: {why}"
)
NOT_STARTED: Final = Sentence(
    "event-play.not-started",
    "table {table} is not played: bot {bot} does not start ({why}); repair it and repeat the "
    "command, or let it leave with {command}",
    "卓{table}は対戦できません。ボット{bot}が起動しません({why})。直してからもう一度実行するか、"
    "{command}で退場させてください",
)
LOST: Final = Sentence(
    "event-play.lost",
    "table {table} has no result: {why}",
    "卓{table}の結果はありません: {why}",
)
NOT_STORED: Final = Sentence(
    "event-play.not-stored",
    "table {table} was played, but its result is not stored: {why}",
    "卓{table}の対戦は終わりましたが、結果は保存していません: {why}",
)

# The end.

NOTHING: Final = Sentence(
    "event-play.nothing",
    "no table of bots is open in round {round} of {stage}",
    "「{stage}」の第{round}回戦に、ボットだけの未対戦の卓はありません",
)
SUMMARY: Final = Sentence(
    "event-play.summary",
    "{count} {count:table|tables} of bots played in round {round}; {open} of {tables} still open",
    "第{round}回戦のボットの卓を{count}卓対戦しました。{tables}卓のうち{open}卓が残っています",
)
PEOPLE: Final = Sentence(
    "event-play.people",
    "table {table} has people ({players}); play it with {play}, or enter its result with {result}",
    "卓{table}には人がいます({players})。{play}で対戦するか、{result}で結果を入力してください",
)
INTERRUPTED: Final = Sentence(
    "event-play.interrupted",
    "interrupted; all finished tables are stored; continue with: {command}",
    "中断しました。終わった卓は保存してあります。続けるには: {command}",
)
GO_ON: Final = Sentence(
    "event-play.go-on",
    "round {round} is complete; next: {command}",
    "第{round}回戦はすべて終わりました。次は: {command}",
)

# Bots that enter.

NO_ABORT: Final = Sentence(
    "event-play.no-abort",
    "the fault policy 'abort' leaves a table without a result; use forfeit or random-move",
    "'abort'では卓の結果がなくなります。forfeitかrandom-moveを使ってください",
)
DOES_NOT_START: Final = Sentence(
    "event-play.does-not-start",
    "bot {bot} does not start: {why}; repair it, or test it with tourney bot check",
    "ボット{bot}が起動しません: {why}。直すか、tourney bot checkで確かめてください",
)

BOT_ENTERS: Final = Sentence(
    "event-play.bot-enters",
    "bot {who} ({target}) enters as number {number}; {count} {count:entrant|entrants} now",
    "ボット{who}({target})が{number}番で参加します。参加者は{count}人です",
)
NO_BOT: Final = Sentence(
    "event-play.no-bot",
    "{who} is not a bot; see tourney event show --players",
    "{who}はボットではありません。tourney event show --playersで確かめられます",
)
BOT_CHANGES: Final = Sentence(
    "event-play.bot-changes",
    "bot {who} plays as {target}, version {version}, from now on; before: {before}",
    "ボット{who}はこれから{target}(版{version})として対戦します。前は{before}でした",
)
NOT_ITS_GAME: Final = Sentence(
    "event-play.not-its-game",
    "bot {bot} does not play {game}; it plays {known}",
    "ボット{bot}は{game}を対戦できません。対戦できるのは{known}です",
)
