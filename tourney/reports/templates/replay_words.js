// What happened in a match as sentences and as a picture. No rule of a game is in this script.
const digit = (sign) => {
	// The number that a character stands for: see replay_frames.py.
	const code = sign.charCodeAt();
	return code - (code > 160 ? 109 : code > 96 ? 97 : 39);
};
const anchor = (given) => Object.assign(document.createElement("a"), given);

// Tells entries: `write(entry)` is their notation, `pattern(entry)` their pattern. An entry of the
// same player as the one before is told without the name.
const teller = ({ names, seats, lead, joint, end }, pattern, write) => {
	const named = (seat) => Object.assign(document.createElement("b"), { className: "p" + seat, textContent: names[seat] });
	const seatOf = (letter) => letter.charCodeAt() - 65;
	const parts = (entry) => {
		const text = write(entry), found = pattern(entry), words = [...text.matchAll(/[^ @/;^!=]+/g)];
		if (!found) return [text.replace(/^-- /, "")];
		const told = found.split(/(%(?:r..|[nw].|.))/).filter(Boolean).map((part) => {
			const [sign, kind, first, last = first] = part;
			if (sign !== "%" || !kind) return part;
			if (kind === "a") return named(seatOf(seats[entry - 1]));
			if (kind === "n") return named(seatOf(words[digit(first)][0]));
			if (kind === "%") return kind;
			if (!first) return named(seatOf(kind));
			const [from, to] = [first, last].map((each) => words[digit(each)]);
			return text.slice(from.index, to.index + to[0].length);
		});
		if (told[0].at) told[0] = told[0][0].toUpperCase() + told[0].slice(1);
		return told;
	};
	// The nodes of entries, each wrapped by `wrap`, with what stands between them.
	return (entries, wrap) => {
		let before;
		const found = entries.flatMap((entry, place) => {
			const told = parts(entry), [name, next] = told;
			const seat = name.className, same = place && seat && seat === before && next?.at;
			before = seat;
			if (same) told.splice(0, 2, next.startsWith(lead) ? next.slice(lead.length) : next);
			return [place ? (same ? joint : end + (end === "." ? " " : "")) : "", wrap(entry, told)];
		}).flat();
		return found[0] === undefined ? [] : [...found, end];
	};
};

// The board as a drawing: boxes, words and pieces where the browser has put them.
const picture = (board, defs) => {
	const whole = board.getBoundingClientRect(), space = "http://www.w3.org/2000/svg";
	const root = document.createElementNS(space, "svg");
	const put = (name, given, text = "") => {
		const node = document.createElementNS(space, name);
		for (const key in given) node.setAttribute(key, given[key]);
		node.textContent = text;
		root.append(node);
		return node;
	};
	const at = ({ x, y, width, height }) => ({ x: x - whole.x, y: y - whole.y, width, height });
	root.setAttribute("viewBox", "0 0 " + whole.width + " " + whole.height);
	root.append(defs.cloneNode(true));
	const walk = (node) => {
		const look = getComputedStyle(node.nodeType === 3 ? node.parentNode : node);
		if (node.nodeType === 3)
			for (const word of node.textContent.matchAll(/[^\s\u3000-\uffff]+|[\u3001-\uffff]/g)) {
				const range = document.createRange();
				range.setStart(node, word.index);
				range.setEnd(node, word.index + word[0].length);
				const { x, y, height } = at(range.getBoundingClientRect()), size = parseFloat(look.fontSize);
				if (height) put("text", { x, y: y + height / 2 + size * .35, "font-size": size, "font-weight": look.fontWeight, "font-family": look.fontFamily, fill: look.color }, word[0]);
			}
		else if (node.tagName === "svg") {
			const box = at(node.getBoundingClientRect()), copy = node.cloneNode(true);
			const given = { ...box, fill: look.fill, opacity: look.opacity, "font-size": look.fontSize, "font-family": look.fontFamily };
			for (const key in given) copy.setAttribute(key, given[key]);
			root.append(copy);
			if (look.outlineStyle !== "none") put("rect", { ...box, rx: 5, fill: "none", stroke: look.outlineColor, "stroke-width": 2, "stroke-opacity": look.opacity, "stroke-dasharray": node.matches(".gone") ? 4 : "none" });
		} else {
			const box = at(node.getBoundingClientRect());
			if (box.width && look.backgroundColor !== "rgba(0, 0, 0, 0)") put("rect", { ...box, rx: parseFloat(look.borderRadius), fill: look.backgroundColor });
			node.childNodes.forEach(walk);
		}
	};
	walk(board);
	return new XMLSerializer().serializeToString(root);
};
