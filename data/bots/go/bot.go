// A bot in Go for tourney: the whole line protocol tmbp/1 in one file, standard library only.
//
//	go build -o bot bot.go
//
// Change `worth`, which rates a move; the bot chooses one of the best.
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
)

const name = "starter"

// message has the fields of the runner's messages that this bot needs.
type message struct {
	T     string          `json:"t"`
	M     string          `json:"m"`
	ID    json.RawMessage `json:"id"`
	N     json.RawMessage `json:"n"`
	Games []string        `json:"games"`
	Rules string          `json:"rules"`
	Rng   string          `json:"rng"`
	Legal *[]string       `json:"legal"`
}

// -- random numbers: splitmix64, seeded with `rng` of the match

var state uint64

func seedRandom(digits string) {
	state = 0
	for _, digit := range digits {
		state = state*31 + uint64(strings.IndexRune("0123456789abcdef", digit))
	}
}

func randomBelow(below uint64) uint64 {
	state += 0x9e3779b97f4a7c15
	z := state
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return (z ^ (z >> 31)) % below
}

// -- the player

var game string

// worth says how good a move is.
func worth(move string) int {
	switch {
	case game == "diams" && strings.HasPrefix(move, "vault"):
		return 100
	case game == "diams" && strings.HasPrefix(move, "market"): // most cards from the market
		return 10 + strings.Count(move, "+")
	case game == "diamond-boxes-2" && move != "pass":
		return 1
	}
	return 0
}

// choose returns one of the best moves, at random.
func choose(legal []string) string {
	chosen, best, equals := "", 0, uint64(0)
	for _, move := range legal {
		value := worth(move)
		if equals == 0 || value > best {
			best, equals = value, 0
		}
		if value == best {
			equals++
			if randomBelow(equals) == 0 {
				chosen = move
			}
		}
	}
	return chosen
}

// -- messages

type answer map[string]any

func names(games []string) []string {
	found := []string{}
	for _, rules := range games {
		found = append(found, strings.Split(rules, "/")[0])
	}
	return found
}

func begin(told message) answer {
	game = strings.Split(told.Rules, "/")[0]
	seedRandom(told.Rng)
	return answer{"t": "ready", "m": told.M}
}

// act answers a request. A long list is not part of it; the bot asks for it.
func act(told message) answer {
	if told.Legal == nil {
		return answer{"t": "legal", "m": told.M, "id": told.ID}
	}
	return answer{"t": "move", "m": told.M, "id": told.ID, "move": choose(*told.Legal)}
}

func reply(told message) answer {
	switch told.T {
	case "hello":
		want, games := []string{"legal"}, names(told.Games)
		return answer{"t": "hello", "proto": "tmbp/1", "name": name, "want": want, "games": games}
	case "match":
		return begin(told)
	case "act", "legal":
		return act(told)
	case "ping":
		return answer{"t": "pong", "n": told.N}
	}
	return nil
}

func main() {
	input, output := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	output.SetEscapeHTML(false)
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		// Fields of unknown messages may have other types; such messages are ignored.
		var told message
		if json.Unmarshal(line, &told) != nil {
			continue
		}
		if told.T == "quit" {
			return
		}
		if said := reply(told); said != nil {
			if output.Encode(said) != nil { // writes the line at once
				return
			}
		}
	}
}
