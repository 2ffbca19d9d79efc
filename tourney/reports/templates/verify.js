// Checks the hashes of a proof of a sealed run, line by line: docs/proof-format.md. No rule of a
// game is in this script, so it cannot say whether moves are legal or who had which cards.
document.querySelectorAll(".verify").forEach((box) => {
  const words = JSON.parse(box.dataset.words), most = 20;
  const part = (name) => box.querySelector(name);
  const output = part("output"), list = part("ul"), bar = part("progress");
  const keys = {
    opening: "commitment beacon seed bot_seed matches judge",
    match: "match deal lineup rotation bots log faults status scores places hash",
    foot: "root standings account hash",
  };
  const told = (name, given) => Object.entries(given).reduce((text, pair) => text.replace("{" + pair[0] + "}", () => pair[1]), words[name]);
  const hex = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
  const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) || [], (one) => parseInt(one, 16));
  const written = (text) => new TextEncoder().encode(text);

  const joined = (parts) => {
    const whole = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0));
    let at = 0;
    for (const one of parts) {
      whole.set(one, at);
      at += one.length;
    }
    return whole;
  };
  const hash = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(parts)));

  // The lines of a stream as bytes, each with whether it has an end, as long as somebody waits for them.
  async function* linesOf(stream, wanted) {
    const reader = stream.getReader();
    let parts = [];
    for (;;) {
      const next = await reader.read();
      if (next.done || !wanted()) break;
      let start = 0;
      for (let at = next.value.indexOf(10); at >= 0; at = next.value.indexOf(10, start)) {
        yield [joined([...parts, next.value.subarray(start, at)]), true];
        parts = [];
        start = at + 1;
      }
      parts.push(next.value.subarray(start));
      bar.value += next.value.length;
    }
    reader.cancel();
    const rest = joined(parts);
    if (rest.length) yield [rest, false];
  }

  // The Merkle tree of RFC 6962: as in binary counting, two trees of one size become one.
  const tree = () => {
    const peaks = [];
    return {
      async add(leaf) {
        let size = 1;
        while (peaks.length && peaks[peaks.length - 1][0] === size) {
          leaf = await hash([1], peaks.pop()[1], leaf);
          size *= 2;
        }
        peaks.push([size, leaf]);
      },
      async root() {
        let found = peaks.length ? peaks[peaks.length - 1][1] : await hash();
        for (let at = peaks.length - 2; at >= 0; at--) found = await hash([1], peaks[at][1], found);
        return hex(found);
      },
    };
  };

  async function check(stream, wanted) {
    let number = 0, count = 0, head = "", opening = null, before = null;
    const merkle = tree();
    const found = [];
    const differs = (what, expected, stated, match) => {
      const where = told(match ? "atMatch" : "at", {line: number, match: match});
      found.push(told("differs", {where: where, what: words[what], expected: expected, found: stated}));
    };
    const same = (what, expected, stated, match) => {
      if (expected !== stated) differs(what, expected, String(stated), match);
    };
    // A line in the only form that it may have; null for any other.
    const read = (bytes, kind) => {
      let text = "", value = null;
      try {
        text = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(bytes);
        value = JSON.parse(text);
      } catch (error) {
        differs("form", kind, text.slice(0, 40));
        return null;
      }
      const known = kind === "sealed" ? value && value["tourney-proof"] === 1 : value && Object.keys(value).join(" ") === keys[kind];
      if (!known || JSON.stringify(value) !== text) {
        differs("form", kind, text.slice(0, 40));
        return null;
      }
      return value;
    };
    // The hash that a line must have: over the line without it.
    const ownHash = (bytes, value) => hash([0], bytes.subarray(0, bytes.length - value.hash.length - 11), written("}"));
    const hmac = async (secret, purpose) => {
      const key = await crypto.subtle.importKey("raw", bytesOf(secret), {name: "HMAC", hash: "SHA-256"}, false, ["sign"]);
      return hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, written(purpose + "\0" + opening.beacon))));
    };
    const first = async (bytes) => {
      head = {commitment: hex(await hash(bytes)), sealed: read(bytes, "sealed")};
    };
    const second = async (bytes) => {
      opening = read(bytes, "opening");
      if (!opening) return;
      // Which of the two lines was changed nobody can tell; the first one is what was announced.
      number = 1;
      same("commitment", opening.commitment, head.commitment);
      number = 2;
      if (!head.sealed) return;
      same("seed", await hmac(head.sealed.secret, "cards"), opening.seed);
      same("seed", await hmac(head.sealed.secret, "bots"), opening.bot_seed);
    };
    const match = async (bytes) => {
      count += 1;
      const value = read(bytes, "match");
      if (!value) return;
      same("order", String(count), String(value.match), value.match);
      const own = await ownHash(bytes, value);
      same("hash", hex(own), value.hash, value.match);
      await merkle.add(own);
    };
    const foot = async (bytes) => {
      const value = read(bytes, "foot");
      if (opening) same("count", String(opening.matches), String(count));
      if (!value) return;
      same("root", await merkle.root(), value.root);
      same("hash", hex(await ownHash(bytes, value)), value.hash);
    };
    for await (const [bytes, whole] of linesOf(stream, wanted)) {
      if (before) {
        number += 1;
        await (number === 1 ? first : number === 2 ? second : match)(before);
      }
      before = bytes;
      if (!whole) {
        number += 1;
        differs("cut", "\\n", "-");
        number -= 1;
      }
    }
    number += 1;
    if (number < 3) differs("cut", words.foot, "-");
    else await foot(before);
    return {found: found, count: count, head: head, opening: opening};
  }

  const tell = (lines) => {
    list.replaceChildren(...lines.map((text) => Object.assign(document.createElement("li"), {textContent: text})));
  };
  // What was chosen last is checked: its number. A check that still runs then ends without a word.
  let latest = 0;
  const chosen = () => {
    latest += 1;
    bar.hidden = true;
    output.textContent = output.className = "";
    tell([]);
    return latest;
  };
  async function start(turn, stream, size) {
    if (turn !== latest) return;
    bar.max = size || 1;
    bar.value = 0;
    bar.hidden = false;
    output.textContent = words.working;
    try {
      const result = await check(stream, () => turn === latest);
      if (turn !== latest) return;
      const bad = result.found.length;
      output.className = bad ? "bad" : "good";
      output.textContent = told(bad ? "bad" : "good", {count: bad || result.count});
      const more = bad > most ? [told("more", {count: bad - most})] : [];
      const beacon = result.opening && result.opening.beacon;
      const facts = bad ? [] : [told("published", {commitment: result.head.commitment}), beacon ? told("beacon", {beacon: beacon}) : words.noBeacon];
      tell([...result.found.slice(0, most), ...more, ...facts]);
    } catch (error) {
      if (turn !== latest) return;
      output.className = "bad";
      output.textContent = told("unreadable", {why: error.message});
    }
    bar.hidden = true;
  }

  // Browsers have the hashes only for pages that nobody can change on the way: https, this machine
  // or a file.
  if (!window.isSecureContext || !crypto.subtle) {
    part(".insecure").hidden = false;
    return;
  }
  part("form").hidden = false;
  part("form").addEventListener("submit", (event) => event.preventDefault());
  part("input").addEventListener("change", async (event) => {
    const turn = chosen(), file = event.target.files[0];
    if (!file) return;
    const two = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    const packed = two[0] === 31 && two[1] === 139;
    start(turn, packed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream(), file.size);
  });
  // A page that was opened from a file may read no other file by itself.
  box.querySelectorAll("button").forEach((button) => {
    button.hidden = location.protocol === "file:";
    button.addEventListener("click", async () => {
      const turn = chosen();
      const answer = await fetch(button.dataset.href);
      if (answer.ok) start(turn, answer.body, Number(answer.headers.get("content-length")));
      else if (turn === latest) output.textContent = told("unreadable", {why: String(answer.status)});
    });
  });
});
