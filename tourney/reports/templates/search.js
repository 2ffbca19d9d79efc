// The search box in the head; this part is in the file of the index, after `window.found`.
document.querySelectorAll(".find").forEach((box) => {
  const field = box.querySelector("input"), list = box.querySelector("ul"), root = box.dataset.root;
  const plain = (text) => text.normalize("NFKC").toLowerCase();
  const path = (text) => root + text.split("/").map(encodeURIComponent).join("/");
  let entries;
  // Each entry is what the list shows, where it leads, and what is looked for in it.
  const unpack = () => {
    const found = window.found, all = [];
    const add = (kind, text, more, where, sought) => all.push([kind, text, more, where, plain(sought)]);
    found.pages.forEach(([kind, text, where]) => add(kind, text, found.words[kind], where, text));
    let name = "", event = "";
    found.matches.split(";").forEach((line) => {
      const [cut, who, at] = line.split("|");
      if (!cut) return;
      name = name.slice(0, parseInt(cut[0], 36)) + decodeURIComponent(cut.slice(1));
      event = at === "" ? event : at === "-" ? "" : found.events[parseInt(at, 36)];
      const text = who ? who.split(" ").map((one) => found.names[parseInt(one, 36)]).join(" · ") : name;
      add("m", text, event || found.words.m, "matches/" + name + ".html", [text, event, name].join(" "));
    });
    found.runs.forEach(([run, count]) => all.push(["run", run, count]));
    return all;
  };
  const show = () => {
    list.textContent = "";
    entries ||= unpack();
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    if (!words.length) return;
    const hits = entries.filter((one) => one[4] && words.every((word) => one[4].includes(word)));
    // A match of a run by its number, such as cup/12.
    const [, run, number] = field.value.trim().match(/^(.+)\/(\d+)$/) || [];
    entries.filter((one) => one[0] === "run" && one[1] === run && number > 0 && Number(number) <= one[2])
      .forEach(() => hits.unshift(["m", run + "/" + Number(number), window.found.words.m, "matches/" + run + "/" + Number(number) + ".html"]));
    hits.slice(0, 12).forEach(([, text, more, where]) => {
      const link = document.createElement("a"), small = document.createElement("small");
      link.href = path(where);
      link.textContent = text + " ";
      small.textContent = more;
      link.append(small);
      list.appendChild(document.createElement("li")).append(link);
    });
    if (!hits.length) list.appendChild(document.createElement("li")).textContent = box.dataset.none;
  };
  field.addEventListener("input", show);
  box.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  box.addEventListener("keydown", (event) => {
    const links = [field, ...list.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step) {
      event.preventDefault();
      links[(at + step + links.length) % links.length].focus();
    }
    if (event.key === "Escape") {
      field.value = list.textContent = "";
      field.focus();
    }
  });
  show();
});
