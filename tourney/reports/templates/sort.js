// Tables are sorted by the column whose head is chosen; once more turns the order around.
document.querySelectorAll("table.sortable").forEach((table) => {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  if (body.rows.length < 3) return;
  heads.forEach((head, at) => {
    const number = head.classList.contains("number"), button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    const value = (row) => {
      const cell = row.cells[at], text = cell.dataset.order || cell.textContent;
      return number ? parseFloat(text) : text;
    };
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      // Points begin with the highest, places and names with the first.
      const up = before ? before !== "ascending" : !number || at === 0;
      heads.forEach((one) => one.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      table.classList.add("sorted");
      const order = (a, b) => {
        const one = value(a), two = value(b);
        if (number) return isNaN(one) ? !isNaN(two) : isNaN(two) ? -1 : up ? one - two : two - one;
        return up ? one.localeCompare(two) : two.localeCompare(one);
      };
      body.append(...[...body.rows].sort(order));
    });
  });
});
