"""What every command shares: global options, settings and output.

    @command("standings")
    @click.argument("run", required=False)
    def standings(app: App, run: str | None) -> None: ...

The first argument of a command is the App; an int that it returns is the exit code.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

import click

from engines.games import FAULTS
from engines.messages import say
from tourney.cli.failures import damage
from tourney.cli.output import (
    BINARY,
    TABLE_ENDINGS,
    TABLES_ONLY,
    TEXT,
    Output,
    format_of_file,
    refuse_database,
    refuse_place_of_database,
    replaced_file,
)
from tourney.cli.settings import (
    COLORS,
    FORMATS,
    LANGUAGES,
    SettingValue,
    Value,
    refuse_password,
    resolve,
    wanted_language,
)
from tourney.cli.terminal.streams import tolerant
from tourney.cli.usage import OLD_WORDS, OneWordOf, refuse_other_dashes, renewed, unexpected
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.safe_text import harmless, is_text, shell_word, visible, without_password

if TYPE_CHECKING:
    from engines.messages import Message
    from tourney.render.text_tables import CsvStyle, Table
    from tourney.store import Database

FLAGS = "tourney.flags"
OLD = "tourney.old"
"""Old names of options that were typed, each with its name now."""


@dataclass(slots=True)
class OutputLanguage:
    """The language of messages: of the settings, and until they are read of the command line."""

    args: Sequence[str] = ()
    lang: str | None = None

    def wanted(self) -> str:
        """The language."""
        return self.lang or wanted_language(self.args, os.environ)

    @classmethod
    def of(cls, ctx: click.Context) -> str:
        """The language of a command line."""
        return (ctx.find_object(cls) or cls()).wanted()


class App:
    """One invocation: settings from every source, the database, stdout and stderr.

    `columns` is None for all columns; `output` is None for stdout; `wait` are the seconds for which
    a database that does not answer is waited for.
    """

    def __init__(self, flags: Mapping[str, Any], environ: Mapping[str, str]) -> None:
        given: dict[str, Value] = {k: v for k, v in flags.items() if isinstance(v, str | bool)}
        self.settings: dict[str, SettingValue] = resolve(given, environ, flags.get("project"))
        self.db = str(self.settings["db"].value)
        if self.settings["db"].source == "--db" and "://" in self.db:
            refuse_password(self.db)  # everybody on the machine sees the arguments of a process
        self.format = str(self.settings["format"].value)
        self.lang = str(self.settings["lang"].value)
        self.jobs = int(self.settings["jobs"].value)
        self.ascii = bool(self.settings["ascii"].value)
        self.wide_signs = bool(self.settings["wide_signs"].value)
        self.no_input = bool(self.settings["no_input"].value)
        self.yes = bool(flags.get("yes"))
        self.quiet = bool(flags.get("quiet"))
        self.verbose = int(flags.get("verbose", 0))
        self.output: str | None = flags.get("output")
        columns: str | None = flags.get("columns")
        self.columns = tuple(name.strip() for name in columns.split(",")) if columns else None
        self.by: str | None = flags.get("author")
        self.wait = 0.0
        named = self.settings["db"].source in {"--db", "--project"}
        self.database_words = ("--db", self.database) if named else ()
        """The option that names the database, if it would not be found otherwise."""
        self.stack = ExitStack()
        self._environ = environ
        self._store: Database | None = None
        # A command may redirect sys.stdout while bots run.
        self._stdout = sys.stdout
        self._out: Output | TextIO | None = None
        self._written = False
        self._only_tables = False
        self.warns_of_plugins = True

    def settle_format(self, endings: Mapping[str, str]) -> None:
        """Take the format that the ending of the file of -o decides; UsageFault for others."""
        given = self.format if self.settings["format"].source == "--format" else None
        found = format_of_file(self.output, endings, given)
        if found is not None and not {found, self.format} <= set(TEXT):
            self.format = found
        self._only_tables = found in TABLES_ONLY and set(TABLES_ONLY) <= set(endings.values())

    @property
    def database(self) -> str:
        """The database at `db` for messages."""
        return without_password(self.db)

    def store(self, create: bool = False) -> "Database":
        """The database at `db`, opened at the first call and closed when the command ends."""
        if self._store is not None:
            return self._store
        from getpass import getuser

        from tourney.store import open_store
        from tourney.store.connect import Wait, address

        path = address(self.db).path
        # A new database would else replace the file of -o, or be replaced by it.
        if path and self.output not in (None, "-"):
            refuse_place_of_database(str(self.output), path)
        # Who changes data, for the log: --by, else the setting, else the user of the system.
        actor = self.by or str(self.settings["who"].value)
        if not actor:
            with suppress(OSError, KeyError, ImportError):  # the system may know no name
                actor = getuser()
            actor = actor if actor and is_text(actor) else "unknown"
        wait = Wait(self.wait, self.say)
        self._store = self.stack.enter_context(
            open_store(self.db, create=create, actor=actor, wait=wait)
        )
        return self._store

    @property
    def color(self) -> bool:
        """Whether data are coloured; they and messages may go to a terminal and to a file."""
        return self._colored(self._stdout if self.output in (None, "-") else None)

    @property
    def color_of_talk(self) -> bool:
        """Whether messages are coloured."""
        return self._colored(sys.stderr)

    def _colored(self, stream: TextIO | None) -> bool:
        when, environ = self.settings["color"].value, self._environ
        if when != "auto":
            return when == "always"
        plain = environ.get("NO_COLOR") or environ.get("TERM") == "dumb"
        return not plain and stream is not None and stream.isatty()

    @property
    def json(self) -> bool:
        """Whether data are wanted as JSON."""
        return self.format in ("json", "jsonl")

    def write(self, text: str) -> None:
        """Write data to stdout, or to the file of -o, which appears only if the command succeeds.

        Bytes stay as they are; only on a terminal are control characters escaped.
        """
        out = self._sink(table=False)
        out.write(harmless(text) if out.isatty() else text)

    def write_bytes(self, data: bytes) -> None:
        """Write data that is not text to the file of -o."""
        out = self._sink()
        if isinstance(out, Output):
            out.write_bytes(data)
        else:
            out.flush()
            out.buffer.write(data)

    def draw(self, text: str) -> None:
        """Write data that is safe for a terminal already and may contain colour codes."""
        self._sink(table=False).write(text)

    def write_json(self, text: str) -> None:
        """Write JSON; on a terminal, control characters become JSON escapes."""
        from tourney.render.text import json_safe

        out = self._sink()
        out.write(json_safe(text) if out.isatty() else text)

    def outlive_readers(self) -> None:
        """From now on, do not fail if nobody reads stdout: the work of the command is done."""
        self._stdout.flush()
        self._stdout = tolerant(self._stdout)

    def _sink(self, *, table: bool = True) -> Output | TextIO:
        """The output, for a table or other data; UsageFault if the ending of the file forbids it.

        A file cannot contain other data if its ending stands for a table.
        """
        # A command that writes nothing makes no file, not even an empty one.
        if self.format in BINARY or (self._only_tables and not table):
            raise UsageFault(say("cli.no-table", format=self.format))
        if self._out is None:
            self._out = self._stdout
            if self.output is not None and self.output != "-":
                self._out = self.stack.enter_context(Output(self.output))
        return self._out

    def show(self, table: "Table", style: "CsvStyle | None" = None, name: str = "tourney") -> None:
        """Write a table in the format and with the columns of the settings.

        `name` is that of its sheet in a workbook.
        """
        from tourney.render import text_tables
        from tourney.render.text import WIDE_SIGNS

        chosen = table.select(self.columns) if self.columns else table
        if self.format in BINARY:
            if self._written:
                raise UsageFault(say("cli.one-table", format=self.format))
            self._written = True
            # Such a file is whole or worthless: it takes its place when the table is complete.
            with replaced_file(Path(os.path.realpath(str(self.output)))) as draft:
                # Libraries for such files are large: they are loaded only for such a file.
                from tourney.exports.typed_files import write_parquet, write_workbook

                if self.format == "xlsx":
                    write_workbook(chosen, draft, name)
                else:
                    write_parquet(chosen, draft)
            return
        if self.lang != "en" and self.format in text_tables.TEXT_FORMATS:
            chosen = text_tables.translated(chosen, self.lang)
        if self.format == "table":
            size, color = self.width(), self.color
            found = text_tables.fitted(
                chosen,
                ascii=self.ascii,
                narrow=self.wide_signs or self.lang in WIDE_SIGNS,
                wide=self.wide_signs,
                width=size,
                color=color,
            )
            self._sink().write(found.text)
            if found.left_out:
                left_out = say("render.left-out", width=str(size), names=", ".join(found.left_out))
                self.say(self.folded(self.text(left_out), ""))
        else:
            for piece in text_tables.stream(chosen, self.format, style or text_tables.PLAIN_CSV):
                self._sink().write(piece)

    def text(self, message: "Message | str", players: Sequence[str] = ()) -> str:
        """A message in the language of the settings; `players` are the names by number."""
        if isinstance(message, str):
            return message
        if self.lang == "en" and not players:
            return message.text()
        from tourney.render.code_words import worded

        return worded(message, self.lang, players)

    def say(
        self,
        message: "Message | str",
        players: Sequence[str] | None = None,
        *,
        error: bool = False,
    ) -> None:
        """Print a message on stderr; only an error if -q is given.

        A message about `players`, whose names are given by number, is folded to the terminal.
        """
        if error or not self.quiet:
            text = self.text(message, players or ())
            text = text if players is None else self.folded(text, "")
            self._stdout.flush()  # keeps the order if both go to one file
            click.echo("\n".join(map(visible, text.split("\n"))), err=True)

    def warn_of_plugins(self) -> None:
        """Say which plugins this command looked for and cannot use."""
        for plugin, why in FAULTS.items() if self.warns_of_plugins else ():
            # A built-in bot is said to be the built-in one where it plays.
            if plugin.kind != "bot" or why.code != "engines.plugin-built-in":
                warning = say(
                    "cli.plugin-unused",
                    kind=say(f"cli.plugin-kind-{plugin.kind}"),
                    name=quoted(plugin.name),
                    package=f"{plugin.distribution} {plugin.version}",
                    why=why,
                )
                self.say(say("app.warning", text=warning))

    def width(self) -> int | None:
        """Width of the terminal in columns; None if stdout is a pipe or a file."""
        if self.output not in (None, "-") or not self._stdout.isatty():
            return None
        from shutil import get_terminal_size

        return get_terminal_size().columns

    def folded(self, line: str, indent: str = "    ") -> str:
        """A line of stdout, folded between words if the terminal is narrower."""
        from tourney.render.text import hanging

        width = self.width()
        return line if width is None else "\n".join(hanging(line, width, indent))

    def command(self, *words: str, names: Sequence[str] = ()) -> str:
        """A suggested command that can be pasted into a shell.

        It has --db if the database would not be found otherwise. `names` come last; they may look
        like options.
        """
        # After `--` every word is a name, so that options must stand before it.
        where = self.database_words
        likely = any(name.startswith("-") for name in names)
        ends = (*where, "--", *names) if likely else (*names, *where)
        return " ".join(map(shell_word, ("tourney", *words, *ends)))

    @property
    def answers(self) -> bool:
        """Whether somebody can answer a question: a terminal, or --yes."""
        return self.yes or (not self.no_input and sys.stdin.isatty())

    def confirm(self, question: "Message | str", *, default: bool = False) -> bool:
        """Ask the user to confirm; --yes confirms, and without a terminal this fails."""
        if self.yes:
            return True
        text = visible(self.text(question))
        if self.no_input or not sys.stdin.isatty():
            raise UsageFault(say("cli.no-answer", question=text))
        from tourney.app.play_moves import chosen
        from tourney.render.code_words import CODES

        words = {code: CODES[code]() for code in ("yes", "no")}
        prompt = f"{text} [{'Y/n' if default else 'y/N'}]: "
        while True:
            # On stderr: stdout may go to a file, where nobody would see the question.
            typed = click.prompt(prompt, default="", show_default=False, prompt_suffix="", err=True)
            answer = chosen(typed, words)
            if answer or not typed.strip():
                return answer == "yes" if answer else default
            click.echo(say("cli.yes-or-no", text=quoted(typed)).text(self.lang), err=True)


class Helpful(click.Command):
    """A command with help and errors in every language; help is read when somebody looks at it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; Misuse for arguments that the command does not take."""
        name = " ".join(ctx.command_path.split()[1:])
        if name in OLD_WORDS:
            old = ctx.meta.setdefault(OLD, [])
            args = renewed(name, args, lambda was, now: old.append((was, now)))
        try:
            words = args[:1] if isinstance(self, click.Group) else args
            if not "".join([word[:1] for word in words]).isascii():
                refuse_other_dashes(words, ctx)
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:  # click forgets in some of them whose error it is
            error.ctx = error.ctx or ctx
            raise
        # What is left of the words of a group is the command that it leads to.
        if rest and not isinstance(self, click.Group) and not ctx.resilient_parsing:
            raise unexpected(rest, ctx)
        return rest

    def get_help(self, ctx: click.Context) -> str:
        """The help in the language of the command line."""
        from tourney.cli.help_texts import page

        return page(self, ctx, OutputLanguage.of(ctx))


class AppCommand(Helpful):
    """A command that accepts all global options and passes an App to its function."""

    allow_extra_args = True  # `parse_args` refuses them, with a message in every language

    def __init__(
        self, *args: Any, endings: Mapping[str, str] | None = TABLE_ENDINGS, **kwargs: Any
    ) -> None:
        """`endings` are the formats of files by their endings; None if the command looks itself."""
        super().__init__(*args, **kwargs)
        self.endings = endings
        add_global_options(self, hidden=True)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; close what it opened, and keep an -o file only on success."""
        app = App(ctx.meta.get(FLAGS, {}), os.environ)
        # From here on, failures are reported in the language of all settings.
        if isinstance(ctx.obj, OutputLanguage):
            ctx.obj.lang = app.lang
        if app.output not in (None, "-"):
            refuse_database(Path(os.path.realpath(str(app.output))))
            if self.endings is not None:
                app.settle_format(self.endings)
        for was, now in ctx.meta.get(OLD, ()):
            app.say(say("cli.old-option", was=was, now=now))
        # With -v the settings that are not defaults are said, with -vv all of them.
        for setting in app.settings.values() if app.verbose else ():
            is_default = setting.source == "default"
            if app.verbose > 1 or setting.name == "db" or not is_default:
                value = without_password(str(setting.value))
                source = say("cli.setting-default") if is_default else setting.source
                app.say(say("cli.setting", name=setting.name, value=value, place=source))
        began = monotonic()
        assert self.callback is not None
        with app.stack:
            try:
                code = ctx.invoke(self.callback, app, **ctx.params)
            except Exception as error:
                # What looks like a bug or a wrong command line may come from damaged rows.
                if damaged := damage(app.db, error):
                    raise damaged from error
                raise
            finally:
                if FAULTS:
                    app.warn_of_plugins()
        if app.verbose:
            app.say(say("cli.time-taken", seconds=f"{monotonic() - began:.2f}"))
        if isinstance(code, int):
            ctx.exit(code)


class CommandGroup(Helpful, click.Group):
    """A group of commands, in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in their order; click would sort them."""
        return list(self.commands)


class AppGroup(CommandGroup):
    """A group of commands that accept all global options."""

    command_class = AppCommand

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        add_global_options(self, hidden=True)


def command(name: str, **attrs: Any) -> Callable[[Any], AppCommand]:
    """Turn a function that takes the App first into a command."""
    return click.command(name, cls=AppCommand, **attrs)


def add_global_options(target: click.Command, *, hidden: bool) -> None:
    """Add the global options to `target`, except those that it defines itself."""
    taken = {opt for param in target.params for opt in param.opts}

    def add(*names: str, **attrs: Any) -> None:
        if not taken.intersection(names):
            attrs |= {"hidden": hidden, "expose_value": False, "callback": remember}
            target.params.append(click.Option(names, **attrs))

    add("--db", metavar="URL")
    add("--project", metavar="DIR")
    add("--format", type=OneWordOf(FORMATS))
    add("--json", is_flag=True)
    add("--columns", metavar="A,B,…")
    add("-o", "--output", metavar="FILE")
    add("--color", type=OneWordOf(COLORS))
    add("--ascii", is_flag=True)
    add("--lang", type=OneWordOf(LANGUAGES))
    add("--no-input", is_flag=True)
    add("-y", "--yes", is_flag=True)
    add("-q", "--quiet", is_flag=True)
    add("-v", "--verbose", count=True)


def remember(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Keep the value of an option for the App of the command, if it was typed."""
    # The options may stand before and after the name of a command: a default of the command
    # must not hide what was given before it.
    typed = click.core.ParameterSource.COMMANDLINE
    if param.name and ctx.get_parameter_source(param.name) is typed:
        flags = ctx.meta.setdefault(FLAGS, {})
        if param.name == "json":
            flags["format"] = "json"
        elif param.name == "verbose":
            flags["verbose"] = flags.get("verbose", 0) + value
        else:
            flags[param.name] = value
