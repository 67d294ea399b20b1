// @ts-check
// Somebody who has games comes back: the page is shown when they are listed, so that nothing jumps; its scripts are here
// already. Whoever comes for the first time waits for nothing.
try {
  if (Object.keys(localStorage).some((key) => key === "flagfall.games" || key.startsWith("flagfall.here."))) {
    const first = /** @type {HTMLScriptElement} */ (document.querySelector("script[src$='home/home.js']"));
    const script = Object.assign(document.createElement("script"), { type: "module", src: first.src });
    script.setAttribute("blocking", "render");
    document.head.append(script);
  }
} catch {
  // nothing is kept here
}
