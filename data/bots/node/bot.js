#!/usr/bin/env node
// A bot in JavaScript for tourney: the whole line protocol tmbp/1 in one file, no packages.
//
//     node bot.js
//
// It plays every game, some of them with a plan. Change `plans` or `choose`.
"use strict";

const NAME = "starter";

// -- plans: how good a move is, given the view of the seat

const suit = (card) => card[0];
const rank = (card) => Number(card.slice(1));

/** How useful the action of a discarded card of this suit is now. */
function action(view, suit) {
  const me = view.players[view.you];
  const thief = view.players[view.thief];
  if (suit === "D") return 2;
  if (suit === "S") return me.showroom > 0 ? 1 : 0;
  if (suit === "H") return 1;
  return thief !== me && thief.showroom > 0 ? 1.1 : 0;
}

/** Lead high; win as last player or with a high card, else play low. Off suit, best action first. */
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
  return equals[randomBelow(equals.length)];
}

// -- random numbers: mulberry32, seeded with `rng` of the match

let state = 0;

function seedRandom(digits) {
  state = 0;
  for (const digit of digits) state = (Math.imul(state, 31) + parseInt(digit, 16)) | 0;
}

function randomBelow(below) {
  state = (state + 0x6d2b79f5) | 0;
  let z = Math.imul(state ^ (state >>> 15), 1 | state);
  z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
  return ((z ^ (z >>> 14)) >>> 0) % below;
}

// -- messages

let game = "";
let request = null;

const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");

const on = {
  hello({ games }) {
    const names = games.map((rules) => rules.split("/")[0]);
    const want = ["view", "legal"];
    send({ t: "hello", proto: "tmbp/1", name: NAME, games: names, want });
  },
  match({ m, rules, rng }) {
    game = rules.split("/")[0];
    seedRandom(rng);
    send({ t: "ready", m });
  },
  act(message) {
    const { m, id, view, legal } = message;
    request = message;
    if (legal) send({ t: "move", m, id, move: choose(view, legal) });
    else send({ t: "legal", m, id }); // a long list is not part of the request
  },
  legal({ m, id, legal }) {
    if (id === request.id) send({ t: "move", m, id, move: choose(request.view, legal) });
  },
  ping({ n }) {
    send({ t: "pong", n });
  },
  quit() {
    process.exit(0);
  },
};

function receive(line) {
  if (line.trim() === "") return;
  const message = JSON.parse(line);
  if (Object.hasOwn(on, message.t)) on[message.t](message);
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  lines.forEach(receive);
});
