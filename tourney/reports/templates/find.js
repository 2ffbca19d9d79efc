// The search box appears with scripts; what it needs is loaded when somebody goes to it.
document.querySelectorAll(".find").forEach((box) => {
  box.hidden = false;
  box.addEventListener("submit", (event) => event.preventDefault());
  box.addEventListener("focusin", () => {
    const script = document.createElement("script");
    script.src = box.dataset.root + "search.js";
    document.head.append(script);
  }, {once: true});
});
