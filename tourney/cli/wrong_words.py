"""Right words for wrong ones: mistyped, in another order or width, or words of other programs.

`completion.json` has all commands and options, `synonyms.toml` the words of other programs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from tomllib import loads
from typing import Any
from unicodedata import normalize

from tourney.cli.completion import commands
from tourney.cli.settings import FORMATS

MOST = 3
"""How many words are suggested."""


DASHES = "-‐‑–—―−ー－"
"""Signs that stand for a dash before an option, also where text is typed in full width."""


def plain(word: str) -> str:
    """A word in small letters of half width, with `-` for `_` and for other dashes before it."""
    rest = word.lstrip(DASHES)
    return "-" * (len(word) - len(rest)) + normalize("NFKC", rest).casefold().replace("_", "-")


@cache
def synonyms() -> Mapping[str, Mapping[str, Any]]:
    """The words of other programs."""
    found: dict[str, Any] = loads(Path(__file__).with_name("synonyms.toml").read_text("utf-8"))
    return found


def commands_for(names: Sequence[str], typed: str, rest: Sequence[str]) -> list[str]:
    """Commands that may be meant by a wrong word after `names`; `rest` are the words after it.

    One of the same group is named alone, others of a group with all their words.
    """
    tree = commands()["commands"]
    word = plain(typed)
    group = " ".join(names)
    there: Sequence[str] = tree[group]["commands"]
    found = _candidates(tree, group, word, [plain(one) for one in rest])
    begin = f"{group} " if group else ""
    near = [f"{begin}{one}" for one in get_close_matches(word, there, MOST, 0.6)]
    # A slip of the finger comes first where it is a small one.
    best = [*near, *found] if get_close_matches(word, there, 1, 0.8) else [*found, *near]
    # Beside commands of the group, others have the first word, too.
    return [
        one.removeprefix(begin) if one.startswith((begin, "-")) else f"tourney {one}"
        for one in dict.fromkeys(best)
    ][:MOST]


def answer_for(names: Sequence[str], typed: str) -> str:
    """The key of what is said of a wrong word after `names` that no command stands for, or ""."""
    word = "N" if typed.isdecimal() else plain(typed)
    return str(synonyms()["answers"].get(" ".join((*names, word)), ""))


def _candidates(
    tree: Mapping[str, Any], group: str, word: str, rest: Sequence[str]
) -> Iterator[str]:
    there = tree[group]["commands"]
    begin = f"{group} " if group else ""
    verbs = synonyms()["verbs"].get(word, ())
    if word in there:  # in another width, or in capitals
        yield begin + word
    if group:
        # With what it is about behind it: `remove-player` in `event` is `drop`.
        verbs = verbs or synonyms()["verbs"].get(word.partition("-")[0], ())
        # The name of a setting: `config lang ja`.
        setting = tree.get(f"{begin}set", {}).get("arguments", ("",))[0]
        if word.replace("-", "_") in setting.lstrip("=").split("|"):
            yield f"{begin}set"
        own = [verb for verb in verbs if verb in there]
        own += [one for one in there if one.startswith(f"{word}-")]
        yield from (begin + one for one in own)
        # Of another group, or of none: `event merge` is `player merge`, `event elo` is `ratings`.
        meant = synonyms()["commands"].get(f"{group} {word}")
        others = [meant] if meant else [word] if word in tree else []
        if not own and not meant:
            near = [f"{one} {word}" for one in (f"{group}s", group.removesuffix("s"))]
            others += [one for one in near if one in tree]
            others += [one for one in tree if one.split()[1:] == [word]]
        yield from others
        # A name instead of a command: `runs cup`, `event "Autumn Cup"`.
        if not verbs and not others and "show" in there:
            yield f"{begin}show"
        elif not own and not others and (known := synonyms()["commands"].get(word)):
            yield f"{begin}{known}" if known in there else known
        return
    # The noun comes first here: `list runs`, `new event`, `add player`.
    for noun in rest[:1]:
        group_of = next((one for one in (noun, noun.removesuffix("s"), f"{noun}s")
                         if tree.get(one, {}).get("commands")), None)  # fmt: skip
        if group_of:
            its = tree[group_of]["commands"]
            for verb in (word, *verbs):
                if verb in its:
                    yield f"{group_of} {verb}"
            yield from (f"{group_of} {one}" for one in its if one.startswith(f"{word}-"))
    if word in synonyms()["commands"]:
        yield synonyms()["commands"][word]
    for one in (word.removesuffix("s"), f"{word}s"):
        if one in there:
            yield one
    # In one word: `event-new`, `addplayer`, `newevent`.
    joined = word.replace("-", "")
    for one in tree:
        first, _, second = one.replace("-", "").partition(" ")
        if second and joined in (first + second, second + first):
            yield one
    # A command of a group, without the group.
    yield from (one for one in tree if one.split()[1:] == [word])
    for verb in verbs:
        yield from (one for one in tree if one.split()[1:] == [verb])


def options_for(names: Sequence[str], typed: str) -> tuple[list[str], list[str]]:
    """Options of a command that may be meant, and other commands that have the option."""
    data = commands()
    own = data["commands"][" ".join(names)]
    known = {**data["globals"], **own["options"]}
    # A long option with one dash, in capitals, in full width, with `_`.
    word = plain(typed.partition("=")[0])
    word = f"--{word.lstrip('-')}" if len(word.lstrip("-")) > 1 else word
    found = [word] if word in known else []
    # A game has it, or it is a value: `run --length quick`, `import --csv`.
    if "--option" in known and any(
        one.startswith(f"{word[2:]}=") for each in data["game-options"].values() for one in each
    ):
        found.append(f"--option {word[2:]}=X")
    found += [f"{name} {word[2:]}" for name, kind in own["options"].items()
              if word[2:] in kind[1:].split("|") and word[2:]]  # fmt: skip
    # It is an argument here: `play --game diams`, `event new --name Cup`.
    first = own["arguments"][:1]
    if word[2:] in " ".join(own["arguments"]).split() or (word == "--name" and first == ["-"]):
        found.append(" ".join((*names, word[2:].upper())))
    wanted = "" if found else synonyms()["options"].get(word, "")
    if wanted.partition(" ")[0] in {*known, "-o", "tourney"}:
        found.append(wanted)
    # Its first letter, its beginning, its plural, or a slip of the finger.
    if len(word) == 2 and not found:
        found += [one for one in own["options"] if one.startswith(f"-{word}")]
    found += [one for one in known if len(word) > 3 and one.startswith(word)]
    found += [one for one in known if len(one) > 5 and word.startswith(one)]
    others = [name for name, one in data["commands"].items() if name and word in one["options"]]
    if not others and not found:
        found += get_close_matches(word, known, MOST, 0.7)
    # A command is meant: `event show --standings`.
    if not found and not others and word[2:] and word[2:] in data["commands"]:
        found.append(word[2:])
    return list(dict.fromkeys(found))[:MOST], others[:MOST]


def instead_of(names: Sequence[str], args: Sequence[str], extra: Sequence[str]) -> list[str]:
    """What may be meant by words that a command does not take; `args` are all that was typed."""
    data = commands()
    tree, name = data["commands"], " ".join(names)
    own = tree[name]
    # A command of the plural, or one that only lists: `run show x`, `plugins list`.
    verb = next((plain(one) for one in args[len(names) :] if not one.startswith("-")), "")
    verbs = (verb, *synonyms()["verbs"].get(verb, ()))
    found = [f"tourney {name}s {one}" for one in verbs if f"{name}s {one}" in tree]
    if found or (not own["arguments"] and "list" in verbs):
        return found[:1] or [f"tourney {name}"]
    known = {**data["globals"], **own["options"]}
    before = args[: args.index(extra[0])] if extra[0] in args else []
    # The argument before them may be one of them: `unpair round 2`.
    words = [*before[len(names) :][-1:], *extra]
    words = list(extra) if before[-2:-1] == ["--players"] else words
    for word, after in zip(words, [*words[1:], ""], strict=True):
        kinds = {one: kind for one, kind in known.items() if one not in args}
        if "--game" in kinds and plain(word) in data["lists"]["game"]:
            found.append(f"--game {plain(word)}")
        elif f"--{plain(word)}" in own["options"]:
            found.append(f"--{plain(word)} {after}".rstrip())
        elif "--bot" in known and word.partition(":")[0] in data["lists"]["target"]:
            found.append(f"--bot {word}")
        elif plain(word) in FORMATS and "--format" in kinds:
            found.append(f"--format {plain(word)}")
        else:
            found += [f"{one} {plain(word)}" for one, kind in kinds.items()
                      if plain(word) in kind[1:].split("|")]  # fmt: skip
    if found:
        return list(dict.fromkeys(found))[:MOST]
    # Names without commas between them, or one name with blanks and without quotes.
    if before[-2:-1] == ["--players"]:
        return [",".join((before[-1], *extra))]
    if "--players" in known and "--players" not in args:
        return [f"--players {','.join(extra)}"]
    named = {"-", "player", "event", "run", "bot"}
    if own["arguments"] and before and {*own["arguments"][-1].split()} & named:
        return [" ".join((before[-1], *extra))]
    return []


def choices_for(names: Sequence[str], typed: str, choices: Iterable[str]) -> list[str]:
    """What may be meant by a word that is none of the choices of an argument or option."""
    data, word, there = commands(), plain(typed), [*choices]
    key, sign, value = typed.partition("=")
    if sign and key in there:  # `config set lang=ja`
        return [f"{key} {value}"]
    # A way to write a table, or a file: `export csv`, `export excel`.
    own = data["commands"].get(" ".join(names), {}).get("options", {})
    if word in FORMATS and "--format" in {**own, **data["globals"]}:
        return [f"--format {word}"]
    option = synonyms()["options"].get(f"--{word}", "")
    if names == ["export"] and option.startswith("-o "):
        return [option]
    other = synonyms()["commands"].get(word, "")
    meant = (word, f"{word}s", word.removesuffix("s"), other, option.removeprefix("--"))
    found = [one for one in meant if one in there]
    return list(dict.fromkeys([*found, *get_close_matches(word, there, MOST, 0.7)]))[:MOST]
