// Keeps a page of an event up to date, and sends a form later if the network is gone.
{
	const offline = document.querySelector(".offline"), place = "tourney " + location.pathname;
	const stored = (value) => {
		try {
			if (value === undefined) return localStorage.getItem(place);
			if (value) localStorage.setItem(place, value);
			else localStorage.removeItem(place);
		} catch { return null; }
	};
	const taken = async (answer) => {
		const text = await answer.text();
		return new DOMParser().parseFromString(text, "text/html");
	};
	// What somebody is typing stays: only the parts that live are replaced, or all after a form was sent.
	const renew = (other) => {
		const own = [...document.querySelectorAll(".live")], fresh = [...other.querySelectorAll(".live")];
		// A part in which somebody types, has typed or has opened something waits for the next news.
		const busy = (part) => [...part.querySelectorAll("input:not([type=hidden])")].some((field) =>
			field === document.activeElement || field.value !== field.defaultValue ||
			field.checked !== field.defaultChecked || field.closest("details[open]"));
		own.forEach((part, at) => fresh[at] && !busy(part) && part.replaceWith(document.importNode(fresh[at], true)));
		clock();
		turn();
	};
	const load = async () => {
		try {
			const answer = await fetch(location.href, { cache: "no-store" });
			if (answer.ok) renew(await taken(answer));
		} catch { return; }
	};
	const typed = () => {
		const form = document.querySelector("form[data-keep]");
		return form && new URLSearchParams(new FormData(form)).toString();
	};
	// One at a time: what was typed last must arrive last.
	let sending = false;
	const send = async (body) => {
		stored(body);
		if (sending) return;
		sending = true;
		try {
			const answer = await fetch(location.pathname + location.search, { method: "POST", body: new URLSearchParams(body) });
			if (answer.status === 429 || answer.status >= 500) throw answer;
			const other = await taken(answer), changed = typed() !== body;
			if (stored() === body) stored("");
			if (offline) offline.hidden = true;
			if (answer.redirected) history.replaceState(null, "", answer.url);
			// Somebody types something else by now.
			if (changed && answer.ok) renew(other);
			else {
				document.querySelector("main").replaceWith(document.importNode(other.querySelector("main"), true));
				scrollTo(0, 0);
			}
		} catch {
			if (offline) offline.hidden = false;
		} finally {
			sending = false;
		}
	};
	document.addEventListener("submit", (event) => {
		if (!event.target.matches("form[data-keep]")) return;
		event.preventDefault();
		send(new URLSearchParams(new FormData(event.target)).toString());
	});
	const later = () => {
		const body = stored();
		if (body) send(body);
	};
	const clock = () => {
		const now = new Date().toTimeString().slice(0, 5);
		for (const node of document.querySelectorAll(".clock")) node.textContent = now;
	};
	// The wall turns the pages of its tables and of its standings only when there is more than fits, and says so.
	let page = 0;
	const turn = () => {
		const wall = document.querySelector(".wall");
		if (!wall) return;
		const shown = [...wall.querySelectorAll("aside .panel")];
		const part = (all, bottom, sign) => {
			const pages = [[]];
			let top = all[0].getBoundingClientRect().top;
			const room = Math.max(bottom - top - scrollY, 200);
			for (const one of all) {
				const place = one.getBoundingClientRect();
				if (pages.at(-1).length && place.bottom - top > room) {
					pages.push([]);
					top = place.top;
				}
				pages.at(-1).push(one);
			}
			const now = page % pages.length;
			for (const one of all) one.hidden = !pages[now].includes(one);
			if (sign) sign.dataset.page = pages[1] ? `${now + 1} / ${pages.length}` : "";
		};
		const tables = [...wall.querySelectorAll(".wall-tables > *")], rows = [...wall.querySelectorAll("tbody tr")];
		for (const one of [...tables, ...rows, ...shown]) one.hidden = false;
		if (tables[0]) part(tables, innerHeight, wall.querySelector(".now span"));
		// Where there is one column, all of it can be scrolled.
		if (!rows[0] || matchMedia("(max-width: 60rem)").matches) return;
		const code = wall.querySelector(".code"), aside = code.parentElement.getBoundingClientRect();
		part(rows, aside.bottom - code.offsetHeight - 16, wall.querySelector("aside h2"));
		for (const one of shown) one.hidden = !one.querySelector("tr:not([hidden]) td");
	};
	// Words of a record are put together by tapping.
	document.documentElement.classList.add("script");
	document.addEventListener("click", ({ target }) => {
		const { word } = target.dataset, field = word && target.form.querySelector("input:not([type])");
		if (field) field.value = (field.value + " " + word).trim();
	});
	clock();
	turn();
	later();
	setInterval(clock, 1e4);
	setInterval(later, 5e3);
	setInterval(() => {
		page++;
		turn();
	}, 8e3);
	addEventListener("online", later);
	let first = true;
	const part = document.querySelector(".live");
	if (part) {
		const { news: own, seen } = part.dataset;
		const news = new EventSource(own || "/live");
		news.onmessage = ({ data }) => {
			// A page may be older than the first news.
			if (!first || (seen && seen !== data)) load();
			first = false;
		};
		news.onopen = () => { if (!first) load(); };
	}
}
