"""What is said about a run: the commands that play it again."""

from tourney.domain.run_spec import RunSpec
from tourney.domain.safe_text import shell_line
from tourney.play.luck import derived_bot_seed
from tourney.play.packed_logs import LOGS


def command_line(spec: RunSpec, *more: str) -> str:
    """The command that plays this run, with more words at the end."""
    words = ["tourney", "run", "-g", spec.game]
    for key, value in spec.options:
        words += ["-O", f"{key}={value}"]
    for bot in spec.bots:
        # A target may contain characters that are not allowed in a name before "=".
        unnamed = bot.name == bot.target
        words += ["--bot", bot.target if unnamed else f"{bot.name}={bot.target}"]
    words += ["--seats", str(spec.seats), "--deals", str(spec.deals), "--seed", spec.seed]
    words += [] if spec.bot_seed == derived_bot_seed(spec.seed) else ["--bot-seed", spec.bot_seed]
    words += ["--schedule", spec.schedule, "--block", spec.block, "--on-fault", spec.on_fault]
    words += ["--log", spec.log] if spec.log != LOGS[0] else []
    words += ["--until", spec.until] if spec.until else []
    return shell_line([*words, *_limit_options(spec), "--name", spec.name, *more])


def check_line(spec: RunSpec, name: str) -> str:
    """The command that tests a bot of this run in several matches with each process."""
    target = next(bot.target for bot in spec.bots if bot.name == name)
    words = ("tourney", "bot", "check", target, "-g", spec.game, "--only", "matches")
    return shell_line([*words, "--trace", "trace.jsonl"])


def _limit_options(spec: RunSpec) -> list[str]:
    """The options of time, memory and isolation, where they are not the defaults."""
    words = []
    if spec.move_ms:
        words += ["--time-per-move", _seconds(spec.move_ms)]
    if spec.bank_ms:
        words += ["--time-per-match", _seconds(spec.bank_ms)]
    if spec.memory_mb:
        words += ["--memory", str(spec.memory_mb)]
    return words if spec.isolation == "limits" else [*words, "--isolation", spec.isolation]


def _seconds(ms: int) -> str:
    return f"{ms // 1000}.{ms % 1000:03}".rstrip("0").rstrip(".")
