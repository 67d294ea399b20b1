// Links to give away: the invitation, one's own seat, and watching. Secrets stay behind the #, which no server sees.
import { $, api, make, markup, random, show, write } from "./dom.js";
import { qrSvg } from "./qr.js";
import { recall, rekey, remember } from "./recent.js";

const AGAIN = 1000;
const HERE_ONLY = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
const address = (game, secret = "") => `${location.origin}/g/${game}${secret && `#${secret}`}`;

export class Share {
  constructor(game) {
    this.game = game;
    $("share-copy").addEventListener("click", () => copy($("share-address").value, $("share-done")));
    $("share-send").addEventListener("click", () => navigator.share({ url: $("share-address").value }).catch(() => {}));
    $("share-renew").addEventListener("click", () => this.renew("invitation"));
    $("renew").addEventListener("click", () => this.renew("seat"));
    show($("share-send"), "share" in navigator);
    this.tellRenewed();
  }

  // The page was loaded anew with a new link.
  tellRenewed() {
    if (sessionStorage.getItem("renewed") !== this.game) return;
    sessionStorage.removeItem("renewed");
    $("more").open = true;
    write($("renewed"), "Your link is a new one. The old one no longer works.");
  }

  // `free` is the seat that waits for somebody, if this player may invite to it.
  draw(live, free, shared) {
    this.live = live;
    show($("share"), Boolean(free));
    if (free) this.drawInvitation(recall(this.game)?.invitation, free);
    const secret = shared ? location.hash.slice(1) : live.token;
    const links = [["Watching", address(this.game)]];
    if (secret) links.unshift([shared ? "Both seats: yours alone" : "Your seat: yours alone", address(this.game, secret)]);
    show($("renew"), Boolean(live.token) && !shared);
    this.drawLinks(links);
  }

  drawInvitation(invitation, free) {
    const link = invitation ? address(this.game, `join-${invitation}`) : "";
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

  drawLinks(links) {
    const key = JSON.stringify(links);
    if (key === this.key) return;
    this.key = key;
    $("links").replaceChildren(...links.map(([name, link]) => this.entry(name, link)));
  }

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
  async renew(what) {
    const told = what === "seat" ? $("renewed") : $("share-done");
    try {
      if (what === "invitation") {
        const { token } = await renew(this.game, this.live.token, { what, token: random() });
        remember(this.game, { invitation: token });
      } else {
        await renewSeat(this.game, this.live.token);
        location.reload();
      }
      this.draw(this.live, true, false);
    } catch (problem) {
      write(told, problem.message);
    }
  }
}

// A new link to one's seat. Its secret is made and kept here before it is asked for, so that no lost answer loses the
// seat: what was begun is asked for again, and `start` does so after a reload.
export async function renewSeat(game, old) {
  const token = recall(game)?.renewing ?? random();
  remember(game, { hash: `#${old}`, renewing: token });
  try {
    await renew(game, old, { what: "seat", token });
  } catch (problem) {
    if (!lost(problem)) remember(game, { renewing: undefined });
    throw problem;
  }
  rekey(old, token);
  history.replaceState(null, "", `#${token}`);
  sessionStorage.setItem("renewed", game);
  return token;
}

// Whether it may have been done all the same.
const lost = ({ status }) => !status || status >= 500;

async function renew(game, token, body, tries = 3) {
  try {
    return await api(`/api/games/${game}/renew`, { token, body });
  } catch (problem) {
    if (!lost(problem) || tries === 1) throw problem;
    await new Promise((after) => setTimeout(after, AGAIN));
    return renew(game, token, body, tries - 1);
  }
}

function draw(place, link) {
  const code = link && qrSvg(link);
  place.replaceChildren(...(code ? [markup(code)] : []));
}

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
function copyOldWay(text) {
  const field = make("textarea", { value: text, className: "unseen" });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
