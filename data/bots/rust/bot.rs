//! A bot in Rust for tourney: the whole line protocol tmbp/1 in one file, no crate.
//!
//!     rustc -O -o bot bot.rs
//!
//! Change `worth`, which rates a move; the bot chooses one of the best. JSON is parsed in place: a
//! value is the part of the line that contains it, and nothing is copied.

use std::io::{self, BufRead, Write};

const NAME: &str = "starter";

// -- JSON

/// The byte at a place of a line; 0 after its end.
fn at(line: &[u8], place: usize) -> u8 {
    line.get(place).copied().unwrap_or(0)
}

fn blank(line: &[u8], mut place: usize) -> usize {
    while matches!(at(line, place), b' ' | b'\t' | b'\n' | b'\r') {
        place += 1;
    }
    place
}

/// The place after a string, which begins at `place`.
fn past_text(line: &[u8], mut place: usize) -> usize {
    place += 1;
    while !matches!(at(line, place), b'"' | 0) {
        place += if at(line, place) == b'\\' { 2 } else { 1 };
    }
    (place + 1).min(line.len())
}

/// The place after any value.
fn past(line: &[u8], mut place: usize) -> usize {
    let mut depth = 0;
    loop {
        place = blank(line, place);
        match at(line, place) {
            0 => return line.len(),
            b'"' => place = past_text(line, place),
            b'{' | b'[' => {
                depth += 1;
                place += 1;
            }
            b'}' | b']' => {
                depth -= 1;
                place += 1;
            }
            b',' | b':' => place += 1,
            _ => {
                while !b",:]} \t\r\n\0".contains(&at(line, place)) {
                    place += 1;
                }
            }
        }
        if depth <= 0 {
            return place;
        }
    }
}

/// The value of a key of an object. Keys are plain ASCII.
fn field<'a>(object: &'a [u8], key: &str) -> Option<&'a [u8]> {
    let mut place = blank(object, 0);
    if at(object, place) != b'{' {
        return None;
    }
    place = blank(object, place + 1);
    while at(object, place) == b'"' {
        let end = past_text(object, place);
        let name = &object[place + 1..end - 1];
        let value = blank(object, blank(object, end) + 1); // after the colon
        let after = past(object, value);
        if name == key.as_bytes() {
            return Some(&object[value..after]);
        }
        place = blank(object, after);
        if at(object, place) == b',' {
            place = blank(object, place + 1);
        }
    }
    None
}

/// The elements of an array.
fn elements(array: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    let mut place = blank(array, 1);
    while !matches!(at(array, place), b']' | 0) {
        let end = past(array, place);
        found.push(&array[place..end]);
        place = blank(array, end);
        if at(array, place) == b',' {
            place = blank(array, place + 1);
        }
    }
    found
}

/// The text between the quotes of a string.
fn inside(value: &[u8]) -> &[u8] {
    value.get(1..value.len().max(2) - 1).unwrap_or(b"")
}

// -- random numbers: splitmix64, seeded with `rng` of the match

struct Random(u64);

impl Random {
    fn seeded(digits: &[u8]) -> Random {
        let digit = |byte: &u8| (*byte as char).to_digit(16).unwrap_or(0);
        Random(digits.iter().fold(0, |state: u64, byte| {
            state.wrapping_mul(31).wrapping_add(u64::from(digit(byte)))
        }))
    }

    fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    }
}

// -- the player

struct Player {
    game: String,
    random: Random,
}

impl Player {
    /// How good a move is.
    fn worth(&self, text: &[u8]) -> usize {
        match self.game.as_str() {
            // The vault, then most cards from the market.
            "diams" if text.starts_with(b"vault") => 100,
            "diams" if text.starts_with(b"market") => {
                10 + text.iter().filter(|byte| **byte == b'+').count()
            }
            "diamond-boxes-2" => usize::from(text != b"pass"),
            _ => 0,
        }
    }

    /// One of the best moves, chosen at random in one pass over the list.
    fn choose<'a>(&mut self, legal: &'a [u8]) -> &'a [u8] {
        let (mut chosen, mut best, mut equals): (&[u8], usize, u64) = (b"\"\"", 0, 0);
        for text in elements(legal) {
            let value = self.worth(inside(text));
            if equals == 0 || value > best {
                (best, equals) = (value, 0);
            }
            if value == best {
                equals += 1;
                if self.random.below(equals) == 0 {
                    chosen = text;
                }
            }
        }
        chosen
    }
}

// -- messages

/// An answer; match and id are sent back as they came.
fn answer(out: &mut Vec<u8>, kind: &str, message: &[u8], more: Option<&[u8]>) {
    out.extend_from_slice(format!("{{\"t\":\"{kind}\"").as_bytes());
    let fields = [
        ("m", field(message, "m")),
        ("id", field(message, "id")),
        ("move", more),
    ];
    for (key, value) in fields {
        if let Some(value) = value {
            out.extend_from_slice(format!(",\"{key}\":").as_bytes());
            out.extend_from_slice(value);
        }
    }
    out.extend_from_slice(b"}\n");
}

/// The name of a game, given with the version of its rules.
fn name_of(rules: &[u8]) -> String {
    let text = String::from_utf8_lossy(inside(rules)).into_owned();
    text.split('/').next().unwrap_or("").to_string()
}

fn hello(out: &mut Vec<u8>, message: &[u8]) {
    let games = elements(field(message, "games").unwrap_or(b"[]"));
    let names: Vec<String> = games.iter().map(|g| format!("\"{}\"", name_of(g))).collect();
    let listed = names.join(",");
    let head = format!("{{\"t\":\"hello\",\"proto\":\"tmbp/1\",\"name\":\"{NAME}\"");
    out.extend_from_slice(format!("{head},\"want\":[\"legal\"],\"games\":[{listed}]}}\n").as_bytes());
}

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut player = Player { game: String::new(), random: Random(0) };
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let mut out = Vec::new();
        match field(&line, "t").map(inside).unwrap_or(b"") {
            b"hello" => hello(&mut out, &line),
            b"match" => {
                player.game = name_of(field(&line, "rules").unwrap_or(b""));
                player.random = Random::seeded(inside(field(&line, "rng").unwrap_or(b"")));
                answer(&mut out, "ready", &line, None);
            }
            // A long list is not part of the request; the bot asks for it.
            b"act" | b"legal" => match field(&line, "legal") {
                Some(legal) => {
                    let chosen = player.choose(legal);
                    answer(&mut out, "move", &line, Some(chosen));
                }
                None => answer(&mut out, "legal", &line, None),
            },
            b"ping" => {
                out.extend_from_slice(b"{\"t\":\"pong\",\"n\":");
                out.extend_from_slice(field(&line, "n").unwrap_or(b"0"));
                out.extend_from_slice(b"}\n");
            }
            b"quit" => break,
            _ => {}
        }
        output.write_all(&out)?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
