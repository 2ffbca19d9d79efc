// Shows replays. Positions and texts are in the page: no rule of a game is in this script.
// The values in a script element, where characters may stand for the phrases in the lines before.
const read = (node) => JSON.parse(node.textContent.split("\n").reduceRight((all, one) => all.split(one[0]).join(one.slice(1))));
{
	const byId = (id) => document.getElementById(id);
	const made = (name, key, value) => {
		const node = document.createElementNS("http://www.w3.org/2000/svg", name);
		node.setAttribute(key, value);
		return node;
	};
	// The number that a character stands for: see replay_frames.py.
	const number = (sign) => {
		const code = sign.charCodeAt();
		return code - (code > 160 ? 109 : code > 96 ? 97 : 39);
	};
	const anchor = (given) => Object.assign(document.createElement("a"), given);
	// The pieces of a slot after a change: some go, some come at the end, or all are new.
	const next = (old, text) => {
		const [sign, ...pieces] = text;
		if (sign === "+") return old + text.slice(1);
		return sign === "-" ? pieces.reduce((rest, one) => rest.replace(one, ""), old) : text;
	};
	// The replay that keys move.
	let active;

	const start = (root) => {
		const one = (query) => root.querySelector(query);
		const every = (query) => [...root.querySelectorAll(query)];
		const data = read(one("script"));
		const { key } = data, turns = [...data.turns].map(number);
		const frames = data.frames.split(" "), bits = data.bits.slice(1).split(data.bits[0]);
		const [live, board, slider, select, now, record] =
			[".live", ".board", "input", "select", ".now", ".record"].map(one);
		let total = 0, at = 0, view = 0, timer, has = [], lit = [];
		// Most frames are one ply, which is written "b".
		const ends = [], last = Number(slider.max);
		for (let to = 0; to <= last; to++) ends.push((total += number(data.steps[to] || "b")));
		// An element may hold several entries, which are words; the last one is all that is left.
		for (const link of every("[data-n]")) {
			const [first, ...words] = link.textContent.split(" ");
			const rest = words.splice(link.dataset.n - 2).join(" ");
			link.textContent = first;
			link.after(...[...words, rest].flatMap((word) => [" ", anchor({ textContent: word })]));
		}
		let ply = 0;
		for (const link of every(".record a")) {
			ply = Number(link.id.slice(key.length + 1)) || ply + 1;
			link.id = key + "p" + ply;
		}
		const lines = [...record.children];
		const first = lines.map((line) => [...line.childNodes]);
		const slots = [];
		for (const box of every("[data-s]")) slots[box.dataset.s] = box;
		const drawn = slots.map((box) => box.matches("g, .cards"));

		const draw = (piece, cell) => {
			const use = made("use", "href", "#" + key + piece);
			if (cell) return use;
			const svg = made("svg", "class", byId(key + piece).getAttribute("class") || "");
			svg.append(use);
			return svg;
		};
		const fill = (box, slot, text, near) => {
			const was = has[slot];
			if (was === text) return;
			has[slot] = text;
			if (!drawn[slot]) return (box.textContent = text);
			const pieces = [...text], old = [...(near ? was : text)];
			const cell = box.tagName === "g";
			box.replaceChildren(...pieces.map((piece) => {
				const one = draw(piece, cell), place = old.indexOf(piece);
				if (place < 0) one.classList.add("new");
				else old.splice(place, 1);
				return one;
			}));
			const words = pieces.map((piece) => byId(key + piece).dataset.t).join(" ");
			if (cell) return;
			box.role = "img";
			box.ariaLabel = words.replaceAll("~ ", "") || data.empty;
		};
		const mark = (from, to) => {
			for (const part of lit) part.ariaCurrent = null;
			lit = [];
			for (let ply = from; ply <= to; ply++) lit.push(byId(key + "p" + ply));
			lit = lit.filter(Boolean);
			return lit.map((part) => {
				part.ariaCurrent = "step";
				record.scrollTop = part.offsetTop - record.clientHeight / 2;
				const seat = part.previousSibling && data.seats[part.id.slice(key.length + 1) - 1];
				return (seat ? seat + ": " : "") + part.textContent;
			}).join("; ");
		};
		const go = (to, keep) => {
			to = Math.max(0, Math.min(last, to));
			const known = data.known[view], want = [];
			for (const frame of frames.slice(0, Math.min(to + 1, known)))
				for (const [strand, bit] of frame.match(/[^]{2}/g) || [])
					if (data.shown[view].includes(strand)) {
						const slot = number(data.slots[number(strand)]);
						const text = bits[number(bit)];
						want[slot] = drawn[slot] ? next(want[slot] || "", text) : text;
					}
			slots.forEach((box, slot) => fill(box, slot, want[slot] || "", to === at + 1));
			board.classList.toggle("lost", to >= known);
			at = to;
			const words = mark(to ? ends[to - 1] + 1 : 1, ends[to]);
			now.textContent = slider.ariaValueText = `${ends[to]} / ${total}  ${words}`;
			slider.value = to;
			if (!keep) history.replaceState(null, "", "#" + key + "p" + ends[to]);
		};
		const goPly = (id) => go(ends.filter((end) => end < id.slice(key.length + 1)).length);
		const pause = () => {
			timer = clearInterval(timer);
			root.classList.remove("playing");
		};
		const play = () => {
			if (timer) return pause();
			if (matchMedia("(prefers-reduced-motion: reduce)").matches) return go(at + 1);
			if (at === last) go(0);
			root.classList.add("playing");
			timer = setInterval(() => (at < last ? go(at + 1) : pause()), 1200);
		};
		// A line of another view: every second part has a number, a mark and a text.
		const parts = (text) => text.split("\t").map((part, place) => {
			if (place % 2 === 0) return part;
			const [, ply, sign, words] = /^(\d+)(\D?) ([^]*)$/.exec(part);
			return anchor({ id: key + "p" + ply, className: sign && "odd", textContent: words });
		});
		const show = () => {
			view = select ? select.selectedIndex : 0;
			lines.forEach((line, place) => line.replaceChildren(...first[place]));
			for (const sign of data.lines[view]) {
				const [place, text] = data.texts[number(sign)];
				lines[place].replaceChildren(...parts(text), text && "\n");
			}
			for (const link of every(".record a")) {
				link.href = `#${link.id}`;
				link.tabIndex = -1;
			}
			go(at, true);
		};
		const keys = {
			ArrowLeft: () => go(at - 1),
			ArrowRight: () => go(at + 1),
			PageUp: () => go(turns.findLast((turn) => turn < at) ?? 0),
			PageDown: () => go(turns.find((turn) => turn > at) ?? last),
			Home: () => go(0),
			End: () => go(last),
			" ": play,
			copy: () => navigator.clipboard.writeText(record.textContent).then(() => {
				one(".said").textContent = data.copied;
			}),
			download: () => {
				const href = URL.createObjectURL(new Blob([record.textContent]));
				anchor({ href, download: data.file }).click();
			},
		};
		const own = (name) => {
			if (!keys[name]) return;
			if (name !== " ") pause();
			keys[name]();
			return true;
		};
		const linked = () => {
			if (/^#(.*)p\d+$/.exec(location.hash)?.[1] !== key) return;
			active = own;
			goPly(location.hash.slice(1));
			live.scrollIntoView();
		};
		root.classList.add("on");
		for (const box of every("[data-g]"))
			box.append(...[...box.dataset.g].map((piece) => draw(piece)));
		for (const button of every("button")) button.onclick = () => own(button.dataset.key);
		record.onclick = (event) => {
			const { target } = event;
			const link = target.closest("a") || target.closest("i")?.querySelector("a");
			if (!link) return;
			event.preventDefault();
			pause();
			goPly(link.id);
		};
		slider.oninput = () => { pause(); go(Number(slider.value)); };
		if (select) select.onchange = show;
		for (const kind of ["focusin", "pointerdown"])
			root.addEventListener(kind, () => { active = own; });
		for (const kind of ["load", "hashchange"]) addEventListener(kind, linked);
		show();
		return own;
	};

	const all = [...document.querySelectorAll(".replay.drawn")].map(start);
	if (!all[1]) active = all[0];
	addEventListener("keydown", (event) => {
		const { key, target } = event;
		if (!active || event.altKey || event.ctrlKey || event.metaKey) return;
		if (target.matches(key === " " ? "select, button, a" : "select")) return;
		if (active(key)) event.preventDefault();
	});
}
