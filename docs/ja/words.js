// Japanese has no spaces between words. What is searched for is divided into words as the index
// was, by the same program (tinyseg.js), before it goes to the worker that searches.
window.lunr = {};
const send = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
  if (message && message.type === 2 && typeof message.data === "string") {
    const divide = (run) => new lunr.TinySegmenter().segment(run).join(" ");
    const words = message.data.replace(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]+/gu, divide);
    message = { ...message, data: words };
  }
  return send.call(this, message, ...more);
};

// The theme reads the field after a key only. A word may also come from a list of an input method
// that was chosen with the mouse, from the clipboard, or from speech.
document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-md-component=search-query]")) {
    target.dispatchEvent(new KeyboardEvent("keyup"));
  }
});
