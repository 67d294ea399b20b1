// @ts-check
// Links to give away: the invitation, one's own seat, and watching. Secrets stay behind the #, which no server sees.
import { $, make, markup, show, write } from "./dom.js";
import { renewInvitation, renewSeat } from "./enter.js";
import { address, joinHash } from "./link.js";
import { recall } from "./recent.js";

const HERE_ONLY = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

export class Share {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.live = /** @type {import("./live.js").Live | null} */ (null);
    this.free = /** @type {Wire.SeatName | null} */ (null);
    this.link = /** @type {string | null} */ (null);
    this.key = "";
    $("share-copy").addEventListener("click", () => copy($("share-address").value, $("share-done")));
    $("share-send").addEventListener("click", () => navigator.share({ url: $("share-address").value }).catch(() => {}));
    $("share-renew").addEventListener("click", () => this.renew("invitation"));
    $("renew").addEventListener("click", () => this.renew("seat"));
    show($("share-send"), "share" in navigator);
    this.tellRenewed();
  }

  // The page was loaded anew with a new link.
  tellRenewed() {
    if (!history.state?.renewed) return;
    history.replaceState({ ...history.state, renewed: false }, "");
    $("more").open = true;
    write($("renewed"), "Your link is a new one. The old one no longer works.");
  }

  // `free` is the seat that waits for somebody, if this player may invite to it.
  /** @param {import("./live.js").Live} live @param {Wire.SeatName | null} free @param {boolean} shared */
  draw(live, free, shared) {
    [this.live, this.free] = [live, free];
    show($("share"), Boolean(free));
    if (free) this.drawInvitation(recall(this.game)?.invitation ?? history.state?.inviting);
    const links = [["Watching", address(this.game)]];
    if (location.hash) links.unshift([shared ? "Both seats: yours alone" : "Your seat: yours alone", address(this.game, location.hash)]);
    show($("renew"), Boolean(live.token) && !shared);
    this.drawLinks(links);
  }

  /** @param {string | null | undefined} invitation */
  drawInvitation(invitation) {
    const link = invitation ? address(this.game, joinHash(invitation)) : "";
    show($("share-body"), Boolean(link));
    show($("share-renew"), !link);
    show($("share-local"), Boolean(link) && HERE_ONLY);
    write($("share-words"), link ? "Send this link, or let the other player scan the code. The first who opens it plays."
      : "The link that was made for the other player is not kept in this browser.");
    if (link === this.link) return;
    this.link = link;
    $("share-address").value = link;
    draw($("qr"), link);
  }

  /** @param {string[][]} links */
  drawLinks(links) {
    const key = JSON.stringify(links);
    if (key === this.key) return;
    this.key = key;
    $("links").replaceChildren(...links.map(([name, link]) => this.entry(name, link)));
  }

  /** @param {string} name @param {string} link */
  entry(name, link) {
    const done = make("span", { className: "hint" });
    done.setAttribute("role", "status");
    const button = make("button", { type: "button", className: "quiet small", textContent: "Copy" });
    button.setAttribute("aria-label", `Copy the link: ${name}`);
    button.addEventListener("click", () => copy(link, done));
    const code = make("div", { className: "qr" });
    const box = make("details", {}, make("summary", { textContent: "Code to scan" }), code);
    box.addEventListener("toggle", () => box.open && draw(code, link));
    return make("li", {}, make("p", {}, make("strong", { textContent: name }), " ", button, " ", done), box);
  }

  // A new link makes the old one void.
  /** @param {"seat" | "invitation"} what */
  async renew(what) {
    const told = what === "seat" ? $("renewed") : $("share-done");
    const { live } = this;
    if (!live?.token) return; // only who sits there can press it
    try {
      if (what === "invitation") await renewInvitation(this.game, live.token);
      else {
        await renewSeat(this.game, live.token);
        location.reload();
      }
      this.draw(live, this.free, false);
    } catch (/** @type {any} */ problem) {
      write(told, problem.message);
    }
  }
}

/** @param {HTMLElement} place @param {string} link */
async function draw(place, link) {
  const code = link && (await import("./qr.js")).qrSvg(link);
  place.replaceChildren(...(code ? [markup(code)] : []));
}

/** @param {string} text @param {HTMLElement} told */
async function copy(text, told) {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyOldWay(text);
    write(told, "Copied.");
  } catch {
    write(told, "Select the link and copy it.");
  }
}

// Without https there is no clipboard; a home network often has none.
/** @param {string} text */
function copyOldWay(text) {
  const field = make("textarea", { value: text, className: "unseen" });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
