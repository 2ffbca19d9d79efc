"""The line dialogue of `tourney record`: what is due, what was typed, what followed.

Every accepted text is stored before the next question. Does not know how an answer is read.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final
from unicodedata import normalize

from engines.api import EVERYTHING, Blank, NotationError, seat_letter
from engines.messages import Message, Sentence, say
from tourney.app.host import InputEnded, Interviewer
from tourney.app.play_moves import MoveList
from tourney.app.record_match import RecordingSession
from tourney.desk import Accepted, Broken, DeskDue, Refused
from tourney.desk.answers import addressed, lettered, seat_of
from tourney.desk.body import with_count_names
from tourney.desk.session import Closing
from tourney.domain.errors import TakenOver, TourneyError, quoted
from tourney.domain.safe_text import visible
from tourney.records import Report
from tourney.records.check_report import gist
from tourney.records.field_values import FORFEITS
from tourney.render.code_words import CODES
from tourney.render.text import flowed, help_lines, wrapped

INDENT: Final = "    "
WIDTH: Final = 79
"""Columns of the texts where there is no terminal."""
LAST_LINES: Final = 3
"""Lines that are shown when a recording goes on."""
LAST_ACTIONS: Final = 12
"""Actions that are shown before one is corrected."""
BACK: Final = "<"
ENDINGS: Final = ("abandoned", "unfinished", "adjudicated", "void")
"""The statuses with which a match is ended at the desk."""
WHY_WORDS: Final[Mapping[str, Message]] = {
    "revoke": say("app.record-why-revoke"),
    "otetsuki": say("app.record-why-otetsuki"),
    "turn": say("app.record-why-turn"),
    "count": say("app.record-why-count"),
    "other": say("app.record-why-other"),
}
"""Why something that the rules do not allow is let stand."""

Answer = Accepted | Refused | Broken


class Stopped(Exception):
    """The dialogue ends before the match; everything typed is stored."""


def record_turns(session: RecordingSession, asker: Interviewer) -> str | None:
    """Record a match to its end; its id, None if it was stopped before.

    Says how to go on with it then.
    """

    def say_stopped() -> None:
        command = host.command("record", "--resume", names=(session.setup.match,))
        # Everything typed is on disk already: nothing has to be saved when the dialogue stops.
        count = len(session.desk.lines())
        host.say(say("app.record-stopped", count=count, command=command).text(host.lang))

    host = asker.host
    try:
        report = Dialogue(session, asker).run()
    except TakenOver:
        raise
    except (KeyboardInterrupt, TourneyError, OSError):
        say_stopped()
        raise
    if report is None:
        say_stopped()
        return None
    return session.setup.match


class Dialogue:
    """Records one match with questions and answers."""

    def __init__(self, session: RecordingSession, asker: Interviewer) -> None:
        self.session = session
        self.desk = session.desk
        self.asker = asker
        asker.names = session.setup.players
        # Asked at every Tab: what the desk offers is another list after each action.
        asker.words = lambda: (*session.setup.players, *self.desk.offers())
        self.lang = asker.host.lang
        # How the match ends, once somebody has said so; the result is shown before it is stored.
        self.closing: Closing | None = None
        # Enter asked for the values of a round, where an action may be typed instead.
        self._ask_blanks = False
        # What was said to be due last: it is said once, not before each line of the same turn.
        self._shown: Message | None = None

    def run(self) -> Report | None:
        """Ask until the match is stored; None if it was stopped before."""
        self._say(say("app.record-head", 
            match=self.session.setup.match,
            game=self.desk.game.title.get(self.lang, self.desk.game.name),
            seats=len(self.session.setup.players),
        ))  # fmt: skip
        self._say(say("app.record-keys"))
        if self.desk.lines():  # a recording that goes on
            for line in self.desk.lines()[-LAST_LINES:]:
                self.asker.say(f"{INDENT}{visible(line)}")
            if self.desk.view(None) is not None:
                self._table()
        try:
            while True:
                if self.closing or self.desk.due().over:
                    report = self._end()
                    if report:
                        return report
                else:
                    self._next()
        except Stopped:
            return None
        except InputEnded:
            # Piped input need not confirm a match that is over; any other goes on another time.
            return self.session.finish() if self.desk.due().over else None

    # -- one question

    def _next(self) -> None:
        """Ask for what is due, and deal with the answer."""
        due = self.desk.due()
        if due.row and due.what:
            self._take(self.asker.ask(due.what), due)
        elif due.blanks and (self._ask_blanks or not due.players):
            self._fill(due.blanks)
        else:
            whose = say("app.record-whose-turn") if due.players and not due.sure else None
            what = due.what or whose
            if what and what != self._shown:
                self._say(what)
            self._shown = what
            if due.only:
                self._say(say("app.record-possible", choices=f". = {due.only}"))
            # Whose line is asked for, if anybody knows, and what Enter stands for.
            known = due.players and due.sure
            who = visible(self.session.setup.players[due.players[0]]) if known else ""
            prompt = f"{who}{f' [{due.unseen}]' if due.unseen else ''}> "
            self._take(self.asker.read(prompt, say("app.record-action")), due)

    def _fill(self, blanks: Sequence[Blank]) -> None:
        """Ask for the values of the directive that starts a round."""
        values: list[str] = []
        while len(values) < len(blanks):
            answer = self._value(blanks[len(values)], first=not values)
            if answer is None:
                return
            values = values[:-1] if answer == BACK else [*values, answer]
        self._ask_blanks = False
        self._answered(self.desk.fill(values))

    def _value(self, blank: Blank, *, first: bool) -> str | None:
        """One value; `<` to ask for the one before, None if the answer was something else."""
        players = self.session.setup.players
        proposed = blank.proposed
        if blank.seat and proposed:
            proposed = players[ord(proposed) - ord("A")]
        while True:
            text = self.asker.ask(blank.label, proposed)
            command = _command(text)
            if command == BACK and not first:
                return BACK
            # A directive or comment may come before the round: the values are asked for anew.
            if text.startswith(("--", "#")) or command:
                before = self.desk.lines()
                self._take(text, self.desk.due())
                if self.closing or self.desk.lines() != before:
                    return None
                continue  # such as the help: the answers so far stay
            if not blank.seat:
                return text
            seat = seat_of(text, players)
            if seat is not None:
                return seat_letter(seat)
            self._no_player(text)

    def _take(self, text: str, due: DeskDue) -> None:
        """Deal with one line of input."""
        if not text:
            self._enter(due)
        elif command := _command(text):
            COMMANDS[command[0]](self, command)
        else:
            self._answered(self.desk.accept(text))

    def _enter(self, due: DeskDue) -> None:
        """Only Enter: the proposed value, or nothing happened."""
        # A hand or a pass that nobody saw stays unknown; it is not asked for again.
        if due.row:
            self.desk.skip()
            self._say(say("app.record-left-out"))
        elif due.only:
            self._answered(self.desk.accept(due.only))
        elif due.ends:
            self.closing = Closing()
        elif due.blanks:
            self._ask_blanks = True
        elif due.unseen:
            self._answered(self.desk.accept(due.unseen))

    # -- what the desk answers

    def _answered(self, answer: Answer) -> bool:
        """Store and show what was accepted, or say why it was not."""
        if isinstance(answer, Accepted):
            if not self._saved(answer):
                return False
            self._ask_blanks = False
            for line in answer.lines:
                self.asker.say(f"{INDENT}{visible(line)}")
            if answer.news:
                joint = Sentence("app.record-joint").template(self.lang)
                self._long(joint.join(map(self._text, answer.news)), INDENT)
            return True
        if isinstance(answer, Refused):
            self._refused(answer)
        return False

    def _saved(self, answer: Accepted) -> bool:
        """Store what changed; if that fails, the record stays as it was and the match goes on."""
        try:
            self.session.save(answer)
        except TakenOver:
            raise
        except (TourneyError, OSError) as error:
            # The desk must not be ahead of the disk: the next line would be stored elsewhere.
            self.desk.revert(answer.change)
            # A script that types on would not notice that a line is missing.
            if not self.asker.terminal:
                raise
            self._say(say("app.record-not-saved", why=self.asker.explain(error)))
            return False
        return True

    def _refused(self, refused: Refused) -> None:
        """Why a text was refused, the rule, the earlier line, and what can be done."""
        self._long(visible(self._text(refused.message)), "! ")
        if refused.meant:
            self._more(say("app.record-meant", text=refused.meant))
        if refused.rule:
            self._more(say("app.record-rule", rule=gist(refused.rule, self.lang)))
        if refused.line is not None:
            text = self.desk.lines()[refused.line]
            self._more(say("app.record-see-line", number=refused.line + 1, text=text))
            if refused.there:
                self._more(refused.there)
        if refused.remedy:
            self._more(say("app.record-remedy", remedy=refused.remedy))
        if refused.markable:
            self._more(say("app.record-markable"))

    # -- commands

    def _dot(self, text: str) -> None:
        if not self.desk.due().only:
            raise Stopped
        self._answered(self.desk.accept(text))

    def _back(self, text: str) -> None:
        """`<` one action, `<<` one turn, `<17` to action 17."""
        number = text[1:].strip()
        if number.isdecimal():
            answer = self.desk.back_to(int(number))
        else:
            answer = self.desk.back(turn=number.startswith("<"))
        self._moved(answer, Sentence("app.record-taken-back"))

    def _forward(self, text: str) -> None:
        self._moved(self.desk.redo(), Sentence("app.record-entered-again"))

    def _moved(self, answer: Answer, sentence: Sentence) -> None:
        if isinstance(answer, Accepted):
            self._shown = None  # another turn is due, and it is said whose
            if not self._saved(answer):
                return
            for line in answer.lines:
                self._say(sentence(text=visible(line)))
        elif isinstance(answer, Refused):
            self._refused(answer)

    def _help(self, text: str) -> None:
        """The keys, what is possible now, and the table; `??` the notation."""
        # The notation is a page of its own: the short help would scroll away above it.
        if text.startswith("??"):
            self.asker.say(self.desk.game.notation.template(self.lang).strip())
            return
        self._say(say("app.record-help"))
        if self.desk.game.short_forms:
            self._say(self.desk.game.short_forms())
        self._offers()
        self._table()

    def _offers(self) -> None:
        """What may be typed now: moves by what they do, other lines as they are."""
        moves, others = [], []
        for text in self.desk.offers():
            # Only moves have a meaning that the game can put into words; directives do not.
            try:
                moves.append(self.desk.game.parse_move(text))
            except NotationError:
                others.append(text)
        if others:
            joint = Sentence("app.record-choices").template(self.lang)
            head, *more = flowed(others, joint, self._width() - len(INDENT) - 1)
            self.asker.say(INDENT + self._text(say("app.record-possible", choices=head)))
            for line in more:
                self.asker.say(INDENT + line)
        if moves:
            self._say(say("app.record-moves"))
            listed = MoveList(self.desk.game, moves, self.lang, numbered=False)
            for line in listed.lines("", self._width()):
                self.asker.say(visible(line))

    def _table(self) -> None:
        """The table as the people at it see it, or with all cards that are known."""
        view = self.desk.view(None if self.session.setup.public else EVERYTHING)
        if view is None:
            self._say(say("app.record-not-shown"))
            return
        drawn = self.asker.draw(self.desk.game.scene(view), self._width())
        self.asker.say(drawn.rstrip("\n"))

    # -- incidents

    def _incident(self, text: str) -> None:
        """`!` shows the list, `!3` takes one of it; Enter leaves the list."""
        which = text[1:].strip()
        if not which:
            self._say(say("app.record-incidents"))
            which = normalize("NFKC", self.asker.ask(say("app.record-which-incident"))).strip()
            if not which:
                return
        act = INCIDENTS.get(which)
        if act is None:
            self._say(say("app.record-no-incident", text=which))
        else:
            act(self)

    def _put_back(self) -> bool:
        """A card that was put down and taken back."""
        # `~` marks a card that was shown and taken back: no move, but all have seen it.
        typed = self.asker.ask(say("app.record-what-back"))
        who, rest, _ = addressed(typed, self.session.setup.players)
        text = f"~{typed}" if who is None else f"{seat_letter(who)}: ~{rest}"
        return self._answered(self.desk.accept(text))

    def _penalty(self) -> None:
        if self._put_back():
            self._ruling(say("app.record-penalty"))

    def _ruling(self, question: Message) -> None:
        """A correction of counts, with its reason."""
        typed = with_count_names(self.asker.ask(question))
        changes = lettered(typed, self.session.setup.players)
        # A text in quotes has no escapes in a record.
        reason = self.asker.ask(say("app.record-reason")).replace('"', "'")
        self._answered(self.desk.accept(f'-- ruling adjust {changes} reason "{reason}"'))

    def _stand(self) -> None:
        code = self.asker.choose(say("app.record-why-stands"), WHY_WORDS)
        self._answered(self.desk.stand(code))

    def _left(self) -> None:
        """A player who left; the match can go on or end here."""
        who = self.asker.ask(say("app.record-who-left"))
        seat = seat_of(who, self.session.setup.players)
        if seat is None:
            self._no_player(who)
            return
        words = {code: CODES[code]() for code in FORFEITS}
        reason = self.asker.choose(say("app.record-reason"), words, "left").replace('"', "'")
        # What is no code is told in words, which a record has after `reason`.
        code = reason if reason in FORFEITS else f'reason "{reason}"'
        self._answered(self.desk.accept(f"-- forfeit {seat_letter(seat)} {code}"))

    def _break(self, word: str) -> None:
        time = self.asker.ask(say("app.record-time"), f"{datetime.now():%H:%M}")
        self._answered(self.desk.accept(f"-- {word} {time}"))

    def _note(self) -> None:
        text = self.asker.ask(say("app.record-note")).replace('"', "'")
        self._answered(self.desk.accept(f'-- note "{text}"'))

    def _gap(self) -> None:
        turns = self.asker.ask(say("app.record-how-many-turns"))
        self._answered(self.desk.accept(f"-- gap {turns}"))

    def _correct(self) -> None:
        """Replace an earlier action; later ones may not fit any more."""
        count = self.desk.plies()
        if not count:
            self._say(say("app.record-nothing-to-correct"))
            return
        # The last actions with their numbers.
        for number in range(max(1, count - LAST_ACTIONS + 1), count + 1):
            action = self.desk.action(number)
            assert action is not None, "there is an action with each number"
            at, text = action
            body = self.desk.body
            seat = body.entries(at)[number - 1 - body.entries_before(at)].ply.seat
            who = "" if text.startswith("--") else f"{seat_letter(seat)}: "
            self.asker.say(f"{number:>5}  {visible(who + text)}")
        typed = self.asker.ask(say("app.record-action"), str(count))
        # Also full-width digits.
        number = int(typed) if typed.isdecimal() and len(typed) < 10 else 0
        action = self.desk.action(number)
        if action is None:
            self._say(say("desk.no-ply", number=visible(typed), count=count))
            return
        text = self.asker.ask(say("app.record-new-text", old=visible(action[1])))
        if not text:
            self._say(say("app.record-unchanged"))
            return
        answer = self.desk.replace(number, text)
        # Each later line that does not fit any more is asked about by itself: let it stand as an
        # irregularity, or type from there again. Until all are answered the record is unchanged.
        while isinstance(answer, Broken):
            why = self._text(answer.refused.message)
            self._say(say("app.record-broken", number=answer.line + 1, text=answer.text, why=why))
            self._say(say("app.record-ways"))
            way = {"1": "stand", "2": "retype", "3": "leave"}.get(
                normalize("NFKC", self.asker.ask(say("app.record-way")))
            )
            if way == "leave":
                self._say(say("app.record-unchanged"))
                return
            answer = self.desk.replace(number, text, way or "")
        self._answered(answer)

    def _end_here(self) -> None:
        words = {code: CODES[code]() for code in ENDINGS}
        status = self.asker.choose(say("app.record-status"), words, "abandoned")
        if status in ENDINGS:
            self.closing = Closing(status=status)
        else:
            known = ", ".join(word.text(self.lang) for word in words.values())
            self._say(say("app.record-no-status", text=quoted(status), known=known))

    # -- the end

    def _end(self) -> Report | None:
        """Show the result and store the match; None if it is corrected first."""
        closing = self.closing or Closing()
        self._say(say("app.record-over"))
        for line in self.session.text(closing).split("\n\n")[-1].split("\n"):
            self.asker.say(f"{INDENT}{visible(line)}".rstrip())
        try:
            answer = self.asker.ask(say("app.record-save"))
        except InputEnded:
            answer = ""  # the end of the input is Enter
        # Anything typed means that the match is not over: it is a line like any other.
        if answer:
            self.closing = None
            self._take(answer, self.desk.due())
            return None
        report = self.session.finish(closing)
        if report.passed:
            return report
        self.closing = None
        for problem in report.problems:
            self.asker.say(f"! {visible(problem.text(self.lang))}")
        self._say(say("app.record-problems"))
        raise Stopped

    # -- writing

    def _width(self) -> int:
        """The columns of a drawing or a long text."""
        return self.asker.width() or WIDTH

    def _text(self, message: Message) -> str:
        return message.text(self.lang, self.session.setup.players)

    def _long(self, text: str, begin: str) -> None:
        """Write a text after `begin`; on a terminal it is folded between words."""
        width = self.asker.width()
        lines = [text] if width is None else wrapped(text, width - len(INDENT))
        for number, line in enumerate(lines):
            self.asker.say((INDENT if number else begin) + line)

    def _say(self, message: Message) -> None:
        text, width = self._text(message), self.asker.width()
        for line in [text] if width is None else help_lines(text, width):
            self.asker.say(line)

    def _more(self, message: Message) -> None:
        for line in wrapped(visible(self._text(message)), self._width() - len(INDENT) - 1):
            self.asker.say(INDENT + line)

    def _no_player(self, name: str) -> None:
        known = ", ".join(self.session.setup.players)
        self._say(say("app.record-no-player", name=quoted(name), known=known))


def _command(text: str) -> str:
    """The command that a text is; empty for anything else."""
    plain = normalize("NFKC", text)  # full-width signs, which Japanese keyboards type
    return plain if _COMMAND.fullmatch(plain) else ""


_COMMAND = re.compile(r"[.>。]|<{1,2}|<\d+|\?{1,2}|!.*")
COMMANDS: Final[Mapping[str, Callable[[Dialogue, str], None]]] = {
    ".": Dialogue._dot,
    "。": Dialogue._dot,  # no compatibility form of the point, so it is named
    "<": Dialogue._back,
    ">": Dialogue._forward,
    "?": Dialogue._help,
    "!": Dialogue._incident,
}
"""Commands by the first character of the input."""

INCIDENTS: Final[Mapping[str, Callable[[Dialogue], object]]] = {
    "1": Dialogue._put_back,
    "2": Dialogue._penalty,
    "3": Dialogue._stand,
    "4": lambda dialogue: dialogue._ruling(say("app.record-changes")),
    "5": Dialogue._left,
    "6": lambda dialogue: dialogue._break("pause"),
    "7": lambda dialogue: dialogue._break("resume"),
    "8": Dialogue._note,
    "9": Dialogue._correct,
    "10": Dialogue._gap,
    "0": Dialogue._end_here,
}
