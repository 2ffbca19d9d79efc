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
	// The pieces of a slot after a change: some go, some come at the end, or all are new.
	const next = (old, text) => {
		const [sign, ...pieces] = text;
		if (sign === "+") return old + text.slice(1);
		return sign === "-" ? pieces.reduce((rest, one) => rest.replace(one, ""), old) : text;
	};
	const save = (text, name) => anchor({ href: URL.createObjectURL(new Blob([text])), download: name }).click();
	const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
	// So many cards at once are a new deal, not a move.
	const many = 6;
	// The replay that keys move.
	let active;

	const start = (root) => {
		const one = (query) => root.querySelector(query);
		const every = (query) => [...root.querySelectorAll(query)];
		const data = read(one("script"));
		const { key } = data, turns = [...data.turns].map(digit);
		const frames = data.frames.split(" "), bits = data.bits.slice(1).split(data.bits[0]);
		const [live, board, slider, select, now, record, story, tell, said, grid] =
			[".live", ".board", "input", "select", ".now", ".record", ".story", ".tell", ".said", ".grid"].map(one);
		one("defs").insertAdjacentHTML("beforeend", data.symbols);
		let total = 0, at = 0, view = 0, timer, has = [], lit = [];
		// Most frames are one ply, which is written "b".
		const ends = [], last = Number(slider.max);
		for (let to = 0; to <= last; to++) ends.push((total += digit(data.steps[to] || "b")));
		// An element may hold several entries, which are words; the last one is all that is left.
		for (const link of every("[data-n]")) {
			const [first, ...words] = link.textContent.split(" ");
			const rest = words.splice(link.dataset.n - 2).join(" ");
			link.textContent = first;
			link.after(...[...words, rest].flatMap((word) => [" ", anchor({ textContent: word })]));
		}
		const plyOf = (id) => Number(id.slice(key.length + 1));
		let ply = 0;
		for (const link of every(".record a")) {
			ply = plyOf(link.id) || ply + 1;
			link.id = key + "p" + ply;
		}
		const lines = [...record.children];
		const first = lines.map((line) => [...line.childNodes]);
		const slots = [], told = [];
		for (const box of every("[data-s]")) slots[box.dataset.s] = box;
		const drawn = slots.map((box) => box.matches("g, .cards"));
		const pattern = (entry) => {
			const sign = data.told[view][entry - 1] || " ";
			return data.patterns[digit(sign === " " ? data.told[0][entry - 1] : sign)];
		};
		const retell = teller(data, pattern, (entry) => byId(key + "p" + entry)?.textContent || "");

		const kind = (piece) => byId(key + piece).getAttribute("class") || "";
		const draw = (piece, cell, name) => {
			const use = made("use", "href", "#" + key + piece), node = cell ? use : made("svg", "class", kind(piece));
			if (!cell) node.append(use);
			if (name) node.classList.add(name);
			return node;
		};
		const fill = (box, slot, text, was) => {
			const now = text + "\n" + was;
			if (has[slot] === now) return;
			has[slot] = now;
			if (!drawn[slot]) return (box.textContent = text);
			const left = [...was], cell = box.tagName === "g";
			// From the end, so that of equal pieces the last ones are new.
			const pieces = [...text].reverse().map((piece) => {
				const place = left.lastIndexOf(piece);
				if (place >= 0) left.splice(place, 1);
				return draw(piece, cell, place < 0 && "new");
			}).reverse();
			if (pieces.filter((each) => each.matches(".new")).length > many) for (const each of pieces) each.classList.remove("new");
			const gone = cell || left.length > many ? [] : left.filter((piece) => !/[sdbp]/.test(kind(piece)));
			box.replaceChildren(...pieces, ...gone.map((piece) => draw(piece, cell, "gone")));
			if (cell) {
				const ring = made("path", "d", "M1 1H23V23H1z");
				ring.classList.add("ring");
				// A picture of the board has no style.
				ring.setAttribute("fill", "none");
				ring.setAttribute("stroke", "#0a5597");
				if (box.querySelector(".new")) box.append(ring);
				return;
			}
			box.role = "img";
			box.ariaLabel = [...text].map((piece) => byId(key + piece).dataset.t).join(" ").replaceAll("~ ", "") || data.empty;
		};
		const shown = (to) => {
			const found = [];
			for (const frame of frames.slice(0, Math.min(to + 1, data.known[view])))
				for (const [strand, bit] of frame.match(/[^]{2}/g) || [])
					if (data.shown[view].includes(strand)) {
						const slot = digit(data.slots[digit(strand)]);
						const text = bits[digit(bit)];
						found[slot] = drawn[slot] ? next(found[slot] || "", text) : text;
					}
			return found;
		};
		// A card that went from one place to another moves there.
		const slide = () => {
			const gone = every(".board .gone");
			for (const node of every(".board svg.new")) {
				const from = gone.find((each) => each.innerHTML === node.innerHTML);
				const [a, b] = [from || node, node].map((each) => each.getBoundingClientRect());
				if (from) node.animate([{ translate: a.x - b.x + "px " + (a.y - b.y) + "px" }, {}], 350);
			}
		};
		const mark = (from, to) => {
			for (const part of lit) part.ariaCurrent = null;
			lit = [];
			for (let ply = from; ply <= to; ply++) lit.push(byId(key + "p" + ply), told[ply]);
			lit = lit.filter(Boolean);
			for (const part of lit) {
				part.ariaCurrent = "step";
				const box = part.closest(".record, .story");
				box.scrollTop = part.offsetTop - box.clientHeight / 2;
			}
		};
		const go = (to, keep) => {
			to = Math.max(0, Math.min(last, to));
			const want = shown(to), was = to ? shown(to - 1) : want, onward = to === at + 1;
			slots.forEach((box, slot) => fill(box, slot, want[slot] || "", was[slot] || ""));
			// Only the part of the plane that has cells.
			if (grid) {
				const { x, y, width, height } = grid.getBBox();
				grid.setAttribute("viewBox", [x - 2, y - 2, width + 4, height + 4].join(" "));
				grid.setAttribute("width", 1.8 * width + 8);
			}
			board.classList.toggle("lost", to >= data.known[view]);
			at = to;
			const from = to ? ends[to - 1] + 1 : 1, plies = [];
			for (let ply = from; ply <= ends[to]; ply++) if (byId(key + "p" + ply)) plies.push(ply);
			mark(from, ends[to]);
			tell.replaceChildren(...retell(plies, (ply, nodes) => nodes));
			tell.parentNode.className = "caption " + (tell.querySelector("b")?.className || "");
			now.textContent = ends[to] + " / " + total;
			slider.ariaValueText = now.textContent + "  " + tell.textContent;
			slider.value = to;
			if (onward && !calm()) slide();
			if (!keep) history.replaceState(null, "", "#" + key + "p" + ends[to]);
		};
		const goPly = (id) => go(ends.filter((end) => end < plyOf(id)).length);
		const pause = () => {
			timer = clearInterval(timer);
			root.classList.remove("playing");
		};
		const play = () => {
			if (timer) return pause();
			if (calm()) return go(at + 1);
			if (at === last) go(0);
			root.classList.add("playing");
			timer = setInterval(() => (at < last ? go(at + 1) : pause()), 1600);
		};
		// A line of another view: every second part has a number, a mark and a text.
		const parts = (text) => text.split("\t").map((part, place) => {
			if (place % 2 === 0) return part;
			const [, ply, sign, words] = /^(\d+)(\D?) ([^]*)$/.exec(part);
			return anchor({ id: key + "p" + ply, className: sign && "odd", textContent: words });
		});
		// The lines of the record that are moves or remarks, as sentences.
		const relate = () => {
			const body = lines.findIndex((line) => line.textContent === "\n"), rows = [];
			told.length = 0;
			lines.forEach((line, place) => {
				const links = [...line.querySelectorAll("a")], row = document.createElement("li");
				const aside = line.className && place > body;
				if (!links.length && !aside) return;
				for (const each of line.querySelectorAll("del")) {
					const gone = document.createElement("del");
					gone.textContent = each.textContent.slice(1);
					row.append(gone, " ");
				}
				row.className = line.className;
				if (!links.length) row.append(line.textContent.replace(/^(-- |# ?)/, ""));
				row.append(...retell(links.map((link) => plyOf(link.id)), (ply, nodes) => {
					const { className, dataset } = byId(key + "p" + ply);
					const link = told[ply] = anchor({ href: "#" + key + "p" + ply, className, tabIndex: -1 });
					Object.assign(link.dataset, dataset);
					link.append(...nodes);
					return link;
				}));
				rows.push(row);
			});
			story.firstChild.replaceChildren(...rows);
		};
		const show = () => {
			view = select ? select.selectedIndex : 0;
			lines.forEach((line, place) => line.replaceChildren(...first[place]));
			for (const sign of data.lines[view]) {
				const [place, text] = data.texts[digit(sign)];
				lines[place].replaceChildren(...parts(text), text && "\n");
			}
			for (const link of every(".record a")) {
				link.setAttribute("href", "#" + link.id);
				link.tabIndex = -1;
			}
			relate();
			go(at, true);
		};
		const views = every("option").map((node) => node.textContent.split(" ")[0]);
		const copy = (text, done) => {
			const failed = () => { said.textContent = data.failed; };
			if (!navigator.clipboard) return failed();
			navigator.clipboard.writeText(text).then(() => { said.textContent = done; }, failed);
		};
		const keys = {
			ArrowLeft: () => go(at - 1),
			ArrowRight: () => go(at + 1),
			PageUp: () => go(turns.findLast((turn) => turn < at) ?? 0),
			PageDown: () => go(turns.find((turn) => turn > at) ?? last),
			Home: () => go(0),
			End: () => go(last),
			" ": play,
			copy: () => copy(record.textContent, data.copied),
			download: () => save(record.textContent, data.file + ".tmr"),
			// A link to a ply as a seat sees it: `#p12-B`.
			l: () => {
				const address = "#" + key + "p" + ends[at] + (view ? "-" + views[view] : "");
				history.replaceState(null, "", address);
				copy(location.href, data.linked);
			},
			i: () => save(picture(board, one("defs")), data.file + "-p" + ends[at] + ".svg"),
			notation: () => { one("[data-key=notation]").ariaPressed = root.classList.toggle("notes"); },
			"?": () => {
				const help = one(".help");
				help.open = !help.open;
				if (help.open) help.scrollIntoView({ block: "nearest" });
			},
		};
		const own = (name) => {
			if (!keys[name]) return;
			if (name !== " ") pause();
			keys[name]();
			return true;
		};
		const linked = () => {
			const [, mine, , seen] = /^#(.*)(p\d+)(?:-(.+))?$/.exec(decodeURIComponent(location.hash)) || [];
			if (mine !== key) return;
			active = own;
			if (select && views.includes(seen)) {
				select.selectedIndex = views.indexOf(seen);
				select.dispatchEvent(new Event("change"));
			}
			goPly(location.hash.slice(1).split("-" + seen)[0]);
			live.scrollIntoView();
		};
		root.classList.add("on");
		for (const button of every("button")) {
			button.onclick = () => own(button.dataset.key);
			button.title ||= button.ariaLabel || "";
		}
		for (const box of [record, story]) box.onclick = (event) => {
			const { target } = event;
			const link = target.closest("a") || target.closest("i, li")?.querySelector("a");
			if (!link) return;
			event.preventDefault();
			pause();
			goPly(link.hash.slice(1));
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
		if (target.matches(key === " " ? "select, button, a, summary" : "select")) return;
		if (active(key.length > 1 ? key : key.toLowerCase())) event.preventDefault();
	});
}
