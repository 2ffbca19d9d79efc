"""The client side of tmbp/1, the line protocol of tourney: one file, standard library only.

    from tmbp import Bot, run

    class Mine(Bot):
        name = "mine"
        games = ("diams",)

        def choose(self, view, legal):
            return legal[0]

    if __name__ == "__main__":
        run(Mine)

Copy it into the folder of your bot and change it as you like. Everything that a bot prints goes to
its log, not into the protocol. An exception in the bot ends the process: the bot loses the match,
and the traceback is kept.
"""

import json
import os
import sys
from random import Random

PROTOCOL = "tmbp/1"

decoded = json.JSONDecoder().scan_once
encoded = json.JSONEncoder().encode
quoted = json.encoder.encode_basestring_ascii


class Bot:
    """One seat of one match. `run` creates a new instance for every match.

    Besides `choose` a bot may have `start(game, seat, seats, rules)`, `event(event)` and
    `end(result)`. `start` may have further parameters: `rng`, a random generator, the only one
    that the bot should use; `options` of the game; `names` of the seats; `clock`. In `choose`,
    `request` is the whole request; text assigned to `info` is sent with the move.
    """

    name = "bot"
    version = ""
    """Change it whenever the bot plays differently; empty: git or a hash of the file gives one."""
    games = ()
    """The games it plays; empty: all."""
    want = None
    """What it receives: any of "events", "view" and "legal". None: view, legal, and events if it
    has a method for them. Parts that it does not want are None in `choose`. With "delta" beside
    "view" only what changed is sent: `choose` gets the whole view all the same, but it is the same
    object in the whole match, in which the bot must change nothing."""
    reproducible = True
    """Whether its moves depend only on the messages and on `rng`."""
    request = None
    info = ""
    client = None

    def choose(self, view, legal):
        """Choose a move; return its text."""
        raise NotImplementedError

    def legal(self):
        """Ask for the legal moves of the request, once; for a bot without "legal" in `want`."""
        return self.client.ask(self.request)


class Resign(Exception):
    """Raised by a bot that gives up the match."""


def run(make):
    """Play matches until there are no more; `make()` creates a bot for one match."""
    Client(make).serve()


class Client:
    """The conversation with the program that runs the matches."""

    def __init__(self, make):
        self.make = make
        self.bot = None
        self.view = None
        self.head = ""
        self.wanted = _wanted(make)
        self.input = open(0, "rb", 1 << 16, closefd=False)  # noqa: SIM115
        self.output = os.dup(1)
        os.dup2(2, 1)
        self.on = {
            "act": self.act,
            "event": self.event,
            "match": self.match,
            "end": self.end,
            "hello": self.hello,
            "ping": lambda message: self.send(t="pong", n=message["n"]),
            "quit": lambda message: sys.exit(0),
        }

    def serve(self):
        """Answer messages until the end of the input; ignore unknown ones."""
        on, receive = self.on, self.receive
        while True:
            message = receive()
            on.get(message.get("t"), _ignore)(message)

    def receive(self):
        """Read the next message."""
        while line := self.input.readline():
            if line := line.strip():
                return decoded(line.decode(), 0)[0]
        sys.exit(0)

    def send(self, **message):
        """Write one message, unbuffered."""
        os.write(self.output, encoded(message).encode() + b"\n")

    def hello(self, message):
        """Answer with name, version, games and what the bot wants."""
        bot = self.make
        offered = [rules.partition("/")[0] for rules in message["games"]]
        games = [game for game in getattr(bot, "games", ()) or offered if game in offered]
        more = {}
        if getattr(bot, "version", ""):
            more["version"] = bot.version
        if not getattr(bot, "reproducible", True):
            more["reproducible"] = False
        name = getattr(bot, "name", "bot")
        self.send(t="hello", proto=PROTOCOL, name=name, games=games, want=self.wanted, **more)

    def match(self, message):
        """Start a match."""
        self.bot = self.make()
        self.bot.client = self
        start = getattr(self.bot, "start", None)
        if start is not None:
            more = {
                "rng": Random(int(message["rng"], 16)),
                "options": message.get("options", {}),
                "names": message.get("names"),
                "clock": message.get("clock"),
            }
            taken = {key: value for key, value in more.items() if key in _parameters(start)}
            rules = message["rules"]
            game = rules.partition("/")[0]
            start(game, message["seat"], message["seats"], rules, **taken)
        self.head = f'{{"t": "move", "m": {quoted(message["m"])}, "id": '
        self.send(t="ready", m=message["m"])

    def event(self, message):
        """Pass an event to the bot."""
        if "events" in self.wanted:
            self.bot.event({"n": message["n"], "seat": message["seat"], "text": message["text"]})

    def act(self, message):
        """Answer a request for a move."""
        bot = self.bot
        bot.request = message
        view = message.get("view")
        if "delta" in message:
            view = message["view"] = merged(self.view, message["delta"])
        self.view = view
        legal = message.get("legal")
        if legal is None and "legal" in self.wanted:
            legal = self.ask(message)
        number = message["id"]
        try:
            move = bot.choose(view, legal)
        except Resign:
            self.send(t="resign", m=message["m"], id=number)
            return
        info = getattr(bot, "info", "")
        if info:
            self.send(t="move", m=message["m"], id=number, move=move, info=info)
            bot.info = ""
        elif isinstance(move, str):
            # Written out, because it is the message that a bot sends most often.
            os.write(self.output, f'{self.head}{number}, "move": {quoted(move)}}}\n'.encode())
        else:
            self.send(t="move", m=message["m"], id=number, move=move)

    def ask(self, message):
        """Ask for the legal moves of a request that came without them."""
        self.send(t="legal", m=message["m"], id=message["id"])
        while True:
            answer = self.receive()
            if answer.get("t") == "legal" and answer.get("id") == message["id"]:
                return answer["legal"]
            self.on.get(answer.get("t"), _ignore)(answer)

    def end(self, message):
        """End a match."""
        bot, self.bot = self.bot, None
        if hasattr(bot, "end"):
            bot.end({key: message[key] for key in ("places", "scores", "reason")})


def merged(view, delta):
    """The view after the one before, changed in place: each field of `delta` takes the place of the
    one in the view; `players` has, by seat, the players that changed."""
    players = view["players"]
    for seat, player in delta.get("players", {}).items():
        players[int(seat)] = player
    view.update(delta)
    view["players"] = players
    return view


def _wanted(make):
    want = getattr(make, "want", None)
    if want is not None:
        return list(want)
    return ["events", "view", "legal"] if hasattr(make, "event") else ["view", "legal"]


def _parameters(method):
    code = method.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _ignore(message):
    """Ignore an unknown message: later versions of the protocol may send more kinds."""
