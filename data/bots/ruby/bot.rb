#!/usr/bin/env ruby
# A bot in Ruby for tourney: the whole line protocol tmbp/1 in one file, standard library only.
#
#     ruby bot.rb
#
# Change `worth`, which rates a move; the bot chooses one of the best.
require "json"

NAME = "starter"

class Starter
  def start(message)
    @game = message["rules"].split("/").first
    @random = Random.new(message["rng"].to_i(16))
  end

  # How good a move is.
  def worth(move)
    case @game
    when "diams" # the vault, then most cards from the market
      return 100 if move.start_with?("vault")
      move.start_with?("market") ? 10 + move.count("+") : 0
    when "diamond-boxes-2"
      move == "pass" ? 0 : 1
    else
      0
    end
  end

  # One of the best moves, chosen at random.
  def choose(legal)
    best = legal.map { |move| worth(move) }.max
    legal.select { |move| worth(move) == best }.sample(random: @random)
  end
end

def answer(bot, message)
  same = message.slice("m", "id")
  case message["t"]
  when "hello"
    games = message["games"].map { |rules| rules.split("/").first }
    { t: "hello", proto: "tmbp/1", name: NAME, want: ["legal"], games: games }
  when "match"
    bot.start(message)
    { t: "ready", **same.transform_keys(&:to_sym) }
  when "act", "legal" # a long list is not part of the request; the bot asks for it
    kind = message["legal"] ? { t: "move", move: bot.choose(message["legal"]) } : { t: "legal" }
    kind.merge(same)
  when "ping"
    { t: "pong", n: message["n"] }
  end
end

bot = Starter.new
$stdout.sync = true # every line is sent at once
$stdin.set_encoding("UTF-8")
$stdin.each_line do |line|
  next if line.strip.empty?
  message = JSON.parse(line)
  break if message["t"] == "quit"
  said = answer(bot, message)
  $stdout.write(JSON.generate(said) + "\n") if said
end
