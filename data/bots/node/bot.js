#!/usr/bin/env node
// A bot in JavaScript for tourney: the whole line protocol tmbp/1 in one file, no packages.
//
//     node bot.js
//
// It plays every game, some of them with a plan. Change `plans`, or `choose`.
"use strict";

const NAME = "starter";
const VERSION = "1";

// -- plans: what a move is worth, given what the seat sees

const suit = (card) => card[0];
const rank = (card) => Number(card.slice(1));

/** What it brings now to throw away a card of a suit that was not led. */
function action(view, suit) {
  const me = view.players[view.you];
  const thief = view.players[view.thief];
  if (suit === "D") return 2;
  if (suit === "S") return me.showroom > 0 ? 1 : 0;
  if (suit === "H") return 1;
  return thief !== me && thief.showroom > 0 ? 1.1 : 0;
}

/** Lead high, win when it is sure or cheap, else play low; off suit what acts best. */
function card(view, move) {
  const { trick } = view;
  const size = view.seats === 2 ? 4 : view.seats;
  if (trick.length === 0) return action(view, suit(move)) + rank(move) / 10;
  const led = suit(trick[0].card);
  if (suit(move) !== led) return action(view, suit(move)) - rank(move) / 100;
  const laid = trick.map((play) => play.card).filter((card) => suit(card) === led);
  if (rank(move) < Math.max(...laid.map(rank))) return -rank(move);
  return trick.length === size - 1 ? 20 - rank(move) : rank(move);
}

const plans = {
  diamonds(view, move) {
    const words = move.split(" ");
    if (words[0] === "announce") return 0;
    if (words[0] !== "pass") return card(view, move);
    return -words.slice(1).reduce((sum, card) => sum + rank(card) + (suit(card) === "D" ? 5 : 0), 0);
  },
  diams(view, move) {
    if (move.startsWith("vault")) return 100;
    return move.startsWith("market") ? 10 + move.split("+").length : 0;
  },
  "diamond-boxes-2": (view, move) => (move === "pass" ? 0 : 1),
};

function choose(view, legal) {
  const plan = plans[game] ?? (() => 0);
  const worth = legal.map((move) => plan(view, move));
  const best = worth.reduce((most, value) => Math.max(most, value), -Infinity);
  const equals = legal.filter((move, index) => worth[index] === best);
  return equals[drawn(equals.length)];
}

// -- chance: mulberry32, started from the luck the match brings

let luck = 0;

function startLuck(digits) {
  luck = 0;
  for (const digit of digits) luck = (Math.imul(luck, 31) + parseInt(digit, 16)) | 0;
}

function drawn(below) {
  luck = (luck + 0x6d2b79f5) | 0;
  let z = Math.imul(luck ^ (luck >>> 15), 1 | luck);
  z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
  return ((z ^ (z >>> 14)) >>> 0) % below;
}

// -- the conversation

let game = "";
let request = null;

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

const on = {
  hello({ games }) {
    const names = games.map((rules) => rules.split("/")[0]);
    const want = ["view", "legal"];
    say({ t: "hello", proto: "tmbp/1", name: NAME, version: VERSION, games: names, want });
  },
  match({ m, rules, rng }) {
    game = rules.split("/")[0];
    startLuck(rng);
    say({ t: "ready", m });
  },
  act(message) {
    const { m, id, view, legal } = message;
    request = message;
    if (legal) say({ t: "move", m, id, move: choose(view, legal) });
    else say({ t: "legal", m, id }); // a long list is sent when it is asked for
  },
  legal({ m, id, legal }) {
    if (id === request.id) say({ t: "move", m, id, move: choose(request.view, legal) });
  },
  ping({ n }) {
    say({ t: "pong", n });
  },
  quit() {
    process.exit(0);
  },
};

function hear(line) {
  if (line.trim() === "") return;
  const message = JSON.parse(line);
  if (Object.hasOwn(on, message.t)) on[message.t](message);
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  lines.forEach(hear);
});
