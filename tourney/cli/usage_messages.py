"""Messages about wrong command lines."""

from typing import Final

from engines.messages import Sentence

UNKNOWN_COMMAND: Final = Sentence(
    "cli.unknown-command", "unknown command {name}", "{name}というコマンドはありません"
)
UNKNOWN_OPTION: Final = Sentence(
    "cli.unknown-option", "unknown option {name}", "{name}というオプションはありません"
)
DID_YOU_MEAN: Final = Sentence(
    "cli.did-you-mean", "{fault}; did you mean {names}?", "{fault}。{names}のことですか?"
)
OR: Final = Sentence("cli.or", "{first} or {second}", "{first}か{second}")
UNEXPECTED: Final = Sentence(
    "cli.unexpected",
    "unexpected {count:argument|arguments} {words}",
    "余分な引数があります({count}個): {words}",
)
MISSING_COMMAND: Final = Sentence("cli.missing-command", "missing command", "コマンドがありません")
MISSING_ARGUMENT: Final = Sentence(
    "cli.missing-argument", "missing argument {what}", "引数{what}がありません"
)
MISSING_OPTION: Final = Sentence(
    "cli.missing-option", "missing option {what}", "オプション{what}がありません"
)
MISSING_CHOICE: Final = Sentence(
    "cli.missing-choice", "{missing}; use one of {known}", "{missing}。使えるもの: {known}"
)
NOT_A_CHOICE: Final = Sentence(
    "cli.not-a-choice",
    "invalid {what} {value}; use one of {known}",
    "{what}に{value}は使えません。使えるもの: {known}",
)
NOT_AT_LEAST: Final = Sentence(
    "cli.not-at-least",
    "invalid {what} {value}; use a whole number of at least {least}",
    "{what}に{value}は使えません。{least}以上の整数にしてください",
)
NOT_WITHIN: Final = Sentence(
    "cli.not-within",
    "invalid {what} {value}; use a whole number from {least} to {most}",
    "{what}に{value}は使えません。{least}から{most}までの整数にしてください",
)
NOT_ABOVE_0: Final = Sentence(
    "cli.not-above-0",
    "invalid {what} {value}; use a number above 0",
    "{what}に{value}は使えません。0より大きい数にしてください",
)
NOT_UP_TO: Final = Sentence(
    "cli.not-up-to",
    "invalid {what} {value}; use a number above 0, up to {most}",
    "{what}に{value}は使えません。0より大きく{most}以下の数にしてください",
)
INVALID: Final = Sentence("cli.invalid", "invalid {what}: {why}", "{what}の値が使えません: {why}")
VALUE_MISSING: Final = Sentence(
    "cli.value-missing", "option {name} needs a value", "オプション{name}には値が必要です"
)
NO_VALUE_TAKEN: Final = Sentence(
    "cli.no-value-taken", "option {name} takes no value", "オプション{name}に値は付けられません"
)
SEE_HELP: Final = Sentence(
    "cli.see-help", "{fault}; see: {command} --help", "{fault} ({command} --helpを見てください)"
)
