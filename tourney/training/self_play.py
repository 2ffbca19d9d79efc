"""Positions of matches that a bot plays against itself, with what came of them.

A match is played with random moves among those of the bot, or all positions would be those of one
style. Some of its positions are kept as features, with the shares at its end. All follows from the
seed and the number of the match, whoever plays it. Every fifth match is held out: it is used to
measure a fit, and never to make one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import chain
from math import nan
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from engines.api import CHANCE, State
from engines.games import GAMES
from engines.messages import say
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import load, module_of
from tourney.bots.heuristics import HEURISTICS, by_places
from tourney.bots.values import FEATURES, TRAINING, Features
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.observation import Observation
from tourney.play.agent import Agent, AgentFault, Seating
from tourney.play.luck import bot_luck, deal_seed, dealer_rng, stand_in_rng
from tourney.play.referee import guarded

Numbers = npt.NDArray[np.float32]
HELD_OUT: Final = 5
"""One match of so many is held out."""
KEPT: Final = 10
"""Positions that are kept of a match at the most, beside its end."""


class Lesson(NamedTuple):
    """What is played and what is kept of it."""

    game: str
    options: Mapping[str, str]
    seats: int
    seed: str
    bot: str
    features: str
    """Where the features are: `file.py:Class`; empty for those of the game."""
    noise: float
    """The part of the moves that are random."""


class Positions(NamedTuple):
    """Positions of some matches with one number of seats, in their order."""

    match: npt.NDArray[np.int64]
    """By position: the number of its match."""
    stage: Numbers
    features: Numbers
    """By position, seat and feature."""
    shares: Numbers
    """By position and seat: at the end of the match."""
    playout: Numbers
    """Likewise, by one playout of the heuristic; only of matches that are held out, else nan."""

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """All positions of some parts."""
        return cls(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))

    @classmethod
    def readable(cls, path: Path) -> bool:
        """Whether a file has positions; not if it is missing, cut or empty."""
        try:
            return bool(len(cls.read(path).match))
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            return False

    @classmethod
    def read(cls, path: Path) -> Positions:
        """The positions of a file."""
        with np.load(path) as columns:
            return cls(*(columns[name] for name in cls._fields))

    def write(self, path: Path) -> None:
        """Write a file, which appears only when it is whole."""
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, **self._asdict())
        os.replace(part, path)

    def where(self, chosen: npt.NDArray[np.bool_]) -> Positions:
        """The chosen ones of these positions."""
        columns: list[Any] = [column[chosen] for column in self]
        return Positions(*columns)


def features_of(game: str, target: str) -> Features:
    """The features that a target names: `file.py:Class`, or those of the game for an empty one.

    UsageFault or NotFound for a target without such a class, and for a game without features.
    """
    if not target:
        if game not in FEATURES:
            raise UsageFault(say("training.no-features", game=game))
        return FEATURES[game]
    file, colon, name = target.rpartition(":")
    if not colon:
        raise UsageFault(say("training.no-class", target=quoted(target)))
    if not Path(file).is_file():
        raise NotFound(say("training.no-file", target=quoted(target)))
    module, _ = module_of(target, Path(file))
    made = getattr(module, name, None)
    if not (isinstance(made, type) and issubclass(made, Features)):
        raise UsageFault(say("training.no-class", target=quoted(target)))
    try:
        features = guarded(made)
        names, variants = list(features.names), list(features.variants)
    except (AgentFault, TypeError) as fault:
        raise UsageFault(say("training.features-fail", why=str(fault))) from None
    # One text in their place would be a list of letters.
    single = isinstance(features.names, str) or isinstance(features.variants, str)
    words = all(isinstance(word, str) for word in (*names, *variants))
    if single or not names or not variants or not words:
        raise UsageFault(say("training.no-class", target=quoted(target)))
    lacking = [word for word in ("stage", "rows") if getattr(made, word) is getattr(Features, word)]
    if lacking:
        methods = ", ".join(f"{word}(state)" for word in lacking)
        raise UsageFault(say("training.no-method", target=quoted(target), methods=methods))
    return features


def bot_of(target: str) -> LoadedBot:
    """The built-in bot of a target; UsageFault for another one, or one that depends on a clock.

    Only these are known to answer legally, and alike in every repetition.
    """
    bot = load(target)
    if bot.inside or bot.outside or not bot.reproducible:
        raise UsageFault(say("training.no-bot", bot=quoted(target)))
    return bot


class SelfPlay:
    """Plays matches of a lesson, by their numbers."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson
        self._game = GAMES[lesson.game]
        self._options = self._game.options(lesson.options, lesson.seats)
        self._bot = bot_of(lesson.bot)
        self._features = features_of(lesson.game, lesson.features)
        # Deals of its own: those of a run with the same seed are for measuring what was learned.
        self._seed = f"{TRAINING} {lesson.seed}"

    def work(self, items: Sequence[int]) -> tuple[int, Positions]:
        """The number of the last of some matches, and the positions of all of them.

        UsageFault for features of a user that fail.
        """
        if not self._lesson.features:
            return items[-1], Positions.joined([self._played(number) for number in items])
        try:
            return items[-1], Positions.joined([guarded(self._played, number) for number in items])
        except AgentFault as fault:
            if isinstance(fault.__cause__, UsageFault):
                raise fault.__cause__ from None
            raise UsageFault(say("training.features-fail", why=fault.evidence)) from None

    def close(self) -> None:
        """End the processes of the bot."""
        self._bot.close()

    def _played(self, number: int) -> Positions:
        lesson, game, seats = self._lesson, self._game, self._lesson.seats
        agents = [self._seated(number, seat) for seat in range(seats)]
        # Luck of its own for what the bot does not decide: noise, and which positions are kept.
        luck = stand_in_rng(self._seed, number, 0, 0)
        deal = deal_seed(self._seed, number)
        features, state, met = self._features, game.start(self._options, seats), 0
        kept: list[tuple[int, State[Any]]] = []
        while owing := state.pending():
            # So many positions, all quiet ones of the match being equally likely. Others are not
            # played on to a quiet one: that would not be where the match went on.
            if features.quiet(state):
                met += 1
                place = len(kept) if len(kept) < KEPT else int(luck.random() * met)
                if place < KEPT:
                    kept[place : place + 1] = [(met, state.clone())]
            seat = owing[0]
            if seat == CHANCE:
                move = game.shuffle(state, dealer_rng(deal, state.chance()))
            elif luck.random() < lesson.noise:
                move = state.sample(seat, luck)
            else:
                move = agents[seat].choose(Observation(game, state, seat))
            state.apply(seat, move)
        outcome = state.outcome()
        assert outcome is not None, "no decision is pending, so the match is over"
        heuristic, shares = HEURISTICS.get(lesson.game), by_places(outcome.places)
        positions = [position for _, position in sorted(kept, key=itemgetter(0))]
        playouts: list[Sequence[float]] = []
        for position in positions:
            playout: Sequence[float] = [nan] * seats
            if number % HELD_OUT == 0 and heuristic is not None:
                twin = position.clone()
                while twin.pending()[0] == CHANCE:
                    twin.apply(CHANCE, game.shuffle(twin, luck))
                playout = heuristic.playout(twin.clone(), twin, luck)
            playouts.append(playout)
        # The end is a position like others, of which the result is known.
        positions.append(state)
        playouts.append([nan] * seats)
        many, rows, stages = len(positions), [], []
        for position in positions:
            row, stage = features.rows(position), float(features.stage(position))
            # What a user's class returns may be anything.
            if [len(numbers) for numbers in row] != [len(features.names)] * seats:
                raise UsageFault(say("training.row-length", count=len(features.names)))
            if not np.isfinite(np.array([stage, *chain(*row)], np.float32)).all():
                raise UsageFault(say("training.not-finite"))
            rows.append(row)
            stages.append(stage)
        return Positions(
            np.full(many, number, np.int64),
            np.array(stages, np.float32),
            np.array(rows, np.float32),
            np.full((many, seats), shares, np.float32),
            np.array(playouts, np.float32),
        )

    def _seated(self, number: int, seat: int) -> Agent:
        lesson = self._lesson
        agent = self._bot.sit(number)
        luck = bot_luck(self._seed, number, seat, lesson.bot)
        agent.start(Seating(self._game, self._options, seat, lesson.seats, luck))
        return agent
