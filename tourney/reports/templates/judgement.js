// Shows what a judge says beside a replay, which steps through the match.
{
	// A page that was opened from a file may have no storage.
	const stored = (name, value) => {
		try {
			if (value === undefined) return localStorage.getItem(name);
			localStorage.setItem(name, value);
		} catch { return null; }
	};
	let active;

	const judge = (root) => {
		const one = (query) => root.querySelector(query);
		const every = (query) => [...root.querySelectorAll(query)];
		const [replay, data] = every("script").map(read);
		const { key } = replay, { remarks } = data;
		const [slider, now, record, story, verdict, here, kept, box] =
			["input", ".now", ".record", ".story", ".verdict", ".here", ".kept", ".remarks"].map(one);
		const shares = every(".shares b"), last = Number(slider.max), seats = shares.length;
		// Where each band ends after each frame, from the top; the last seat is drawn first.
		const edges = every(".river path").reverse().map((path) => {
			let [, y, steps] = /V(\d+)(.*)V/.exec(path.getAttribute("d"));
			const found = [Number(y)];
			for (const [, still, down] of steps.matchAll(/h(\d+)|l1 ?(-?\d+)/g)) {
				const count = still || 1;
				y = Number(y) + Number(down || 0);
				for (let frame = 0; frame < count; frame++) found.push(y);
			}
			return found;
		});
		const tall = edges.at(-1)[0];
		const select = one("select"), heading = document.querySelector("h1"), headline = heading.textContent;
		const place = "tourney bookmarks " + replay.file;
		const plain = !key && document.documentElement;
		let seen = 0, ply = 1, total = 0, secret = false, only = false, marks = [];
		try {
			marks = JSON.parse(stored(place)).filter(Number.isInteger);
		} catch { marks = []; }

		const to = (frame) => {
			slider.value = frame;
			slider.dispatchEvent(new Event("input"));
		};
		const link = (number) => document.getElementById(key + "p" + number);
		const press = (name, on) => { one("[data-do=" + name + "]").ariaPressed = on; };

		const remark = ([, sign, played, better, cost, most, why, ...line]) => {
			const part = one("template").content.cloneNode(true);
			const fill = (query, text) => {
				const node = part.querySelector(query);
				node.textContent = text;
				if (!text) node.closest("div")?.remove();
			};
			fill(".sign", sign);
			fill(".played", data.texts[played]);
			fill(".cost", cost);
			fill(".better", better === played ? "" : data.texts[better]);
			fill(".to", most);
			fill(".why", data.texts[why]);
			const list = part.querySelector("ol");
			for (const text of line) {
				const item = document.createElement("li");
				item.textContent = data.texts[text];
				list.append(item);
			}
			if (!line.length) list.closest("div").remove();
			return part;
		};
		// A line is seen when its last entry is, one without entries with the line after it.
		const hide = () => {
			for (const list of [record, story.firstChild]) {
				let next = total;
				for (const line of [...list.children].reverse()) {
					const links = [...line.querySelectorAll("a")];
					if (links.length) next = Number(links.at(-1).hash.slice(key.length + 2));
					line.hidden = secret && seen < total && next > seen;
				}
				// The headers come before the first entry.
				for (const line of list.children) {
					if (line.querySelector("a")) break;
					line.hidden = false;
				}
			}
		};
		const show = () => {
			[ply, total] = slider.ariaValueText.match(/\d+/g).map(Number);
			seen = Math.max(seen, ply);
			now.textContent = ply + " / " + total;
			const frame = Number(slider.value);
			const x = 100 * frame / (last || 1) + "%";
			here.setAttribute("x1", x);
			here.setAttribute("x2", x);
			shares.forEach((node, seat) => {
				const [before, after] = [seat - 1, seat].map((each) => edges[each]?.[Math.min(frame, edges[each].length - 1)] || 0);
				node.textContent = ((after - before) / tall * seats / 2).toFixed(2);
			});
			const mine = remarks.filter((each) => each[0] === frame);
			box.replaceChildren(...mine.map(remark));
			const hidden = secret && seen < total;
			if (plain) {
				plain.classList.toggle("secret", hidden);
				heading.textContent = hidden ? root.dataset.title : headline;
			}
			hide();
			if (hidden) {
				now.textContent = now.textContent.replace(/ \/ \d+/, "");
				for (const each of [record, story]) each.scrollTop = each.scrollHeight;
			}
			verdict.textContent = mine.map(([, sign, , , cost]) => sign && sign + (cost > "0" ? " −" + cost : "")).join(" ");
			press("b", marks.includes(ply));
			kept.replaceChildren(...marks.flatMap((each) => {
				const href = "#" + key + "p" + each, node = document.createElement("a");
				return [Object.assign(node, { href, textContent: "⚑" + each }), " "];
			}));
		};
		const step = (forward) => {
			const frame = Number(slider.value), line = remarks.filter((each) => only || each[1]).map((each) => each[0]);
			const found = forward ? line.find((at) => at > frame) : line.findLast((at) => at < frame);
			if (found !== undefined && !(secret && seen < total && forward)) to(found);
		};
		const does = {
			n: () => step(true),
			p: () => step(false),
			d: () => {
				only = !only;
				root.classList.toggle("only", only);
				press("d", only);
			},
			s: () => {
				if (!plain) return;
				secret = !secret;
				stored("tourney spoilerfree", secret ? "1" : "");
				seen = 0;
				press("s", secret);
				show();
			},
			b: () => {
				marks = marks.includes(ply) ? marks.filter((each) => each !== ply) : [...marks, ply].sort((a, b) => a - b);
				stored(place, JSON.stringify(marks));
				show();
			},
			g: () => link(marks.find((each) => each > ply) ?? marks[0])?.click(),
		};
		const own = (name) => {
			if (name === "End" && secret && seen < total) return true;
			if (!does[name]) return;
			does[name]();
			return true;
		};
		for (const button of every("[data-do]")) button.onclick = () => own(button.dataset.do);
		if (select) select.addEventListener("change", () => {
			root.classList.toggle("sealed", select.selectedIndex > 0);
			show();
		});
		for (const kind of ["focusin", "pointerdown"])
			root.addEventListener(kind, () => { active = own; });
		new MutationObserver(show).observe(slider, { attributeFilter: ["aria-valuetext"] });
		if (plain && (location.hash === "#spoilerfree" || stored("tourney spoilerfree"))) does.s();
		else show();
		return own;
	};

	const all = [...document.querySelectorAll(".replay.judged.drawn")].map(judge);
	if (!all[1]) active = all[0];
	addEventListener("keydown", (event) => {
		const { key, target } = event;
		if (!active || event.altKey || event.ctrlKey || event.metaKey || target.matches("select")) return;
		if (active(key.length > 1 ? key : key.toLowerCase())) {
			event.preventDefault();
			event.stopImmediatePropagation();
		}
	}, true);
}
