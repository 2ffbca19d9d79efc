"""A quiz of a site: what would you play? The costliest moves of analysed matches as problems.

A problem shows what the seat saw, and the moves as far as the seat could know them; of a deal only
one seat is asked, so that no problem tells what another one hides. Without script: the answer to a
move opens below it.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engines.api import Game, Ply, State
from engines.games import GAMES
from engines.messages import say
from tourney.domain.match_values import StoredMatch
from tourney.insight.account import WIDTH, JudgedMove
from tourney.insight.match_analysis import known_moves
from tourney.pictures.scene_pieces import Piece
from tourney.records.record_positions import readable
from tourney.render.scenes import known
from tourney.reports.content import (
    REPLAY_STYLE,
    Cell,
    PageContent,
    PageMaker,
    Section,
    Trusted,
    template_part,
    title_of,
)
from tourney.reports.page_accounts import PROBLEMS
from tourney.reports.replay_page import StillBoard, definitions
from tourney.store.matches import match_named

QUIZ: Final = "quiz.html"
QUIZ_STYLE: Final = "quiz.css"


class QuizMove(NamedTuple):
    """A move that can be chosen, and what is said about it then."""

    text: str
    verdict: str


class QuizProblem(NamedTuple):
    """A decision of a seat: a match and a link to it, who decides, the moves."""

    match: str
    href: str
    name: str
    choices: Sequence[QuizMove]


class QuizPage(PageMaker):
    """Makes the quiz of a site."""

    def content(self) -> PageContent | None:
        """The page; None if no match has a mark for what its seat could know."""
        letters: dict[Piece, str] = {}
        kinds: dict[str, str] = {}
        sections: list[Section] = []
        for match, decision in self._chosen():
            part = self.problem(match, decision, letters, kinds)
            if part is not None:
                number, game = len(sections) + 1, title_of(match.game, self.lang)
                heading = say("reports.quiz-problem", number=number, game=game)
                sections.append(self.section(f"q{number}", heading, part))
        if not sections:
            return None
        defs = definitions(letters)
        title = self.text(say("reports.quiz-title"))
        intro = self.notes(say("reports.quiz-means"))
        first = Section(
            "how", self.text(say("reports.quiz-how")), (intro, Trusted(defs, REPLAY_STYLE))
        )
        words = self.text(say("reports.quiz-about"))
        return PageContent(title, words, [first, *sections], (Cell(title),))

    def _chosen(self) -> list[tuple[StoredMatch, JudgedMove]]:
        """The costliest marked decision of each match, of one match for each deal."""
        chosen: list[tuple[StoredMatch, JudgedMove]] = []
        deals = set()
        for match_id, decision in self.source.accounts.read_all().problems:
            match = match_named(self.source.store, str(match_id))
            # `seed 3 deal 0 rotation 1`: the other seatings of a deal have the same cards.
            deal = dict(match.headers).get("deal", match.name).partition(" rotation")[0]
            if (match.game, deal) not in deals:
                deals.add((match.game, deal))
                chosen.append((match, decision))
        return chosen[:PROBLEMS]

    def problem(
        self,
        match: StoredMatch,
        decision: JudgedMove,
        letters: dict[Piece, str],
        kinds: dict[str, str],
    ) -> Trusted | None:
        """A problem; None if the match was changed since it was judged."""
        game: Game[Any] = GAMES[match.game]
        document = readable(match)
        state = game.start(document.options, len(match.players))
        for seat, move, ply, _ in known_moves(document).moves:
            if (ply, seat) == decision[:2] and game.move_text(move) == decision.played:
                break
            state.apply(seat, move)
        else:
            return None
        shown = self.names.match(match)
        names = known(shown.players)
        scene = game.scene(state.view(decision.seat))
        board = StillBoard(game, scene, names, self.lang, letters, kinds)
        gains = [
            gain if seat != decision.seat else 0.0 for seat, gain in enumerate(decision.effect)
        ]
        cost = f"{decision.loss:.2f} ± {WIDTH * decision.error:.2f}"
        verdicts = {
            text: say("reports.quiz-other", cost=f"{worse:.2f}") for text, worse in decision.tried
        } | {
            decision.best: say("reports.quiz-better", cost=cost),
            decision.played: say(
                "reports.quiz-worse", cost=cost, name=names[gains.index(max(gains))]
            ),
        }
        # In the order of their texts, which does not tell the better one.
        choices = [
            QuizMove(self._told(game, state, decision, text, names), self.text(verdicts[text]))
            for text in sorted(verdicts)
        ]
        href = self.links.ply(shown.name, decision.ply)
        problem = QuizProblem(shown.name, href, names[decision.seat], choices)
        return Trusted(template_part("quiz.html", self.lang, r=board, p=problem), QUIZ_STYLE)

    def _told(
        self,
        game: Game[Any],
        start: State[Any],
        decision: JudgedMove,
        text: str,
        names: Sequence[str],
    ) -> str:
        """A move in words with its notation; the notation alone if the words tell what follows."""
        state = start.clone()
        log: list[Ply[Any]] = []
        move = game.parse_move(text)
        state.apply(decision.seat, move, log)
        if text not in [game.text(ply) for ply in log if ply.seat == decision.seat]:
            return text
        told = game.narrate(decision.seat, text).text(self.lang, names)
        return say("reports.judged-move", told=told, notation=text).text(self.lang)
