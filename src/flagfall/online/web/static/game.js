// @ts-check
// The page of one game: it shows what the server says of one seat (or, on a shared screen, of both in turn).
import { Analysis } from "./analysis.js";
import { Choice } from "./choice.js";
import * as clocks from "./clock.js";
import { $, make, show, write } from "./dom.js";
import { enter, lost } from "./enter.js";
import { Fair } from "./fair.js";
import { read } from "./link.js";
import { Live } from "./live.js";
import { Past } from "./past.js";
import { remember } from "./recent.js";
import { Share } from "./share.js";
import * as sound from "./sound.js";
import { PLAYERS, other, refusal, rivalWords, sentence, standing, terms } from "./words.js";

const root = $("game");
const id = root.dataset.id ?? "";
const hides = root.dataset.hides === "yes";
const title = document.title;

/** @typedef {import("./live.js").News} News */
/** @typedef {Live & { you: Wire.SeatName }} Actor */

/** @type {Wire.SeatName[]} */
const SEATS = ["P1", "P2"];
/** @param {Live} live @returns {live is Actor} */
const isSeated = (live) => live.you !== null;

class Table {
  /** @param {string[]} tokens */
  constructor(tokens) {
    this.shared = tokens.length > 1;
    this.lives = (this.shared ? [...tokens, null] : [tokens[0] ?? null]).map((token) => new Live(id, token));
    this.uncovered = /** @type {string | null} */ (null); // on a shared screen: whose secrets may be seen, and when
    this.wasHere = /** @type {boolean | undefined} */ (undefined);
    this.greeted = this.gone = this.busy = this.saying = false;
    this.choice = new Choice((move) => this.play(move));
    this.past = new Past(id, () => this.draw(), (words) => this.refuse(words));
    this.share = new Share(id);
    this.fair = new Fair(id);
    this.analysis = new Analysis(id, (ply) => this.past.visit(ply));
    for (const live of this.lives) this.listen(live);
    this.bind();
    $("history-box").open = matchMedia("(width >= 900px)").matches;
    setInterval(() => this.drawClocks(), 200);
  }

  connect() {
    this.lives.forEach((live) => live.connect());
  }

  /** @param {Live} live */
  listen(live) {
    const telling = live === this.watcher(); // on a shared screen only what both may know is read out
    live.on("welcome", (detail) => this.welcomed(live, telling, detail));
    live.on("update", (detail) => this.updated(live, telling, detail));
    live.on("sealed", (sealed) => this.fair.note(sealed));
    live.on("presence", () => { this.tellPresence(telling && live); this.draw(); });
    for (const type of /** @type {const} */ (["chat", "earlier", "lost"])) live.on(type, () => this.draw());
    live.on("notice", (notice) => this.connection(notice.text));
  }

  // --- whose eyes ---

  ready() {
    return this.lives.every((live) => live.state);
  }

  // Who must choose at this screen: the one in the seat; on a shared screen Player 1 before Player 2.
  /** @returns {Actor | null} */
  actor() {
    const choosing = this.lives.filter(isSeated).filter((live) => live.state.view.scene.options?.length);
    return choosing.sort((one, two) => (one.you < two.you ? -1 : 1))[0] ?? null;
  }

  /** @param {Live | null} actor */
  secret(actor) {
    return Boolean(this.shared && actor && (hides || actor.state.view.scene.secret));
  }

  /** @param {Live} actor */
  moment(actor) {
    return `${actor.you} ${actor.state.ply}`;
  }

  /** @param {Live} actor */
  covered(actor) {
    return this.secret(actor) && this.uncovered !== this.moment(actor);
  }

  // The seat whose view is on the screen.
  /** @returns {Live} */
  front() {
    const actor = this.actor();
    if (!this.shared) return this.lives[0];
    return actor && !this.covered(actor) ? actor : this.watcher();
  }

  // On a shared screen: what both may know.
  watcher() {
    return this.lives[this.lives.length - 1];
  }

  // --- what happens ---

  /** @param {Live} live @param {boolean} telling @param {News["welcome"]} detail */
  welcomed(live, telling, { news }) {
    this.fair.note(live.state);
    if (!this.ready()) return;
    if (telling || !this.greeted) this.remember();
    if (this.greeted) this.follow(live); // it was agreed while the connection was lost
    if (telling && this.greeted && news.length) this.tell(news, live);
    if (!this.greeted) this.greet();
    this.draw();
  }

  greet() {
    this.greeted = true;
    const front = this.front();
    this.say([front.state.view.words, this.status(front)]);
  }

  /** @param {Live} live @param {boolean} telling @param {News["update"]} detail */
  async updated(live, telling, { news, before, opened }) {
    this.fair.note(live.state);
    this.follow(live);
    if (telling) {
      await this.fair.check(opened);
      this.remember();
      this.tell(news, live, before);
      this.signal(live, before);
    }
    if (this.ready()) this.draw();
  }

  // Say what happened.
  /** @param {string[]} news @param {Live} live @param {Wire.State} [before] */
  tell(news, live, before) {
    const state = live.state;
    const spoken = this.spoken(news, state.view);
    if (before && before.ply === state.ply && !spoken.length) spoken.push(...this.newlySealed(before, state));
    else if (!spoken.length) spoken.push(state.view.words);
    this.say([...spoken, this.ready() ? this.status(this.front()) : ""]);
  }

  /** @param {Wire.State} before @param {Wire.State} state */
  newlySealed(before, state) {
    const chosen = (before.waiting ?? []).filter((player) => !(state.waiting ?? []).includes(player));
    return chosen.map((player) => `${PLAYERS[player]} has chosen.`);
  }

  // Lines without the drawings, which the picture shows.
  /** @param {string[]} lines @param {Wire.View} view */
  spoken(lines, view) {
    const drawing = new Set(view.board.split("\n"));
    return lines.filter((line) => line.trim() && !drawing.has(line));
  }

  /** @param {string[]} lines */
  say(lines) {
    $("announce").textContent = lines.filter(Boolean).join(" ");
  }

  /** @param {Live} live @param {Wire.State} before */
  signal(live, before) {
    const mine = (/** @type {Wire.State} */ state) => this.lives.some((each) => each.you && (state.waiting ?? []).includes(each.you));
    if (live.state.outcome) sound.signal("end");
    else if (mine(live.state) && !mine(before)) sound.signal("turn");
    else sound.signal("moved");
  }

  /** @param {Live | false} live */
  tellPresence(live) {
    if (!live || !live.you || this.shared) return;
    const seat = live.presence.seats[other(live.you)];
    if (seat.who === "person" && this.wasHere !== undefined && this.wasHere !== seat.here) {
      this.say([`${PLAYERS[other(live.you)]} is ${seat.here ? "here" : "away"}.`]);
    }
    this.wasHere = seat.here;
  }

  remember() {
    const seated = this.lives.filter(isSeated);
    if (!seated.length) return;
    const { info, state } = seated[0];
    const standing = { status: this.status(this.front()), turn: Boolean(this.actor()), over: Boolean(state.outcome) };
    const own = seated.map((live) => live.you);
    const rival = rivalWords(seated[0].presence.seats[other(own[0])].bot);
    const about = { title: info.title, terms: terms(rival, own, info.created) };
    const kept = remember(id, { hash: location.hash, forgotten: false, ...about, ...standing });
    show($("unkept"), !kept);
  }

  // The next game, once both players want one. The same tokens are good there, and who watches comes along; who looks
  // back is not torn away from it.
  /** @param {Live} live */
  follow(live) {
    const next = live.state.rematch?.game;
    if (!next || this.gone || (!live.you && this.past.at !== null)) return;
    this.gone = true;
    location.assign(`/g/${next}${location.hash}`);
  }

  // --- what players do ---

  /** @param {string} move */
  async play(move) {
    const actor = this.actor();
    if (!actor || this.busy) return;
    this.busy = true;
    this.uncovered = null;
    this.draw();
    await this.command(actor, { type: "move", ply: actor.state.ply, move });
    this.busy = false;
    this.draw();
  }

  /** @param {Live} live @param {import("./live.js").Order} command */
  async command(live, command) {
    show($("refusal"), false);
    const refused = await live.send(command);
    if (refused) this.refuse(refusal(refused));
    this.draw();
    return !refused;
  }

  /** @param {string} words */
  refuse(words) {
    write($("refusal"), words);
    show($("refusal"));
  }

  // On a shared screen whoever's turn it is speaks; otherwise the one in the seat.
  speaker() {
    return this.actor() ?? this.lives.filter(isSeated)[0];
  }

  bind() {
    $("curtain-open").addEventListener("click", () => this.uncover());
    $("curtain-close").addEventListener("click", () => { this.uncovered = null; this.draw(); $("curtain-open").focus(); });
    $("looking-back").addEventListener("click", () => this.comeBack());
    $("ask-takeback").addEventListener("click", () => this.ask("takeback"));
    $("ask-end").addEventListener("click", () => this.ask("end"));
    $("offer-yes").addEventListener("click", () => this.answer(true));
    $("offer-no").addEventListener("click", () => this.answer(false));
    $("resign").addEventListener("click", () => this.resign());
    $("rematch").addEventListener("click", () => this.rematch());
    $("record").addEventListener("click", () => this.download());
    $("sealed-show").addEventListener("click", () => this.peek());
    $("log").addEventListener("scroll", () => this.fade());
    $("chat-form").addEventListener("submit", (event) => this.chat(event));
    sound.bind($("sound"), "sound");
    sound.bind($("vibration"), "vibration");
  }

  uncover() {
    const actor = this.actor();
    this.uncovered = actor && this.moment(actor);
    this.draw();
    (this.choice.first() ?? $("frame")).focus();
  }

  comeBack() {
    this.past.now();
    this.draw();
    ($("curtain").hidden ? this.choice.first() ?? $("frame") : $("curtain-open")).focus();
  }

  // On a shared screen the last move is taken back, by whoever made it.
  /** @param {"end" | "takeback"} what */
  ask(what) {
    const live = this.speaker();
    const last = Object.keys(live.history.at(-1) ?? {});
    const mover = this.shared && what === "takeback" && this.lives.find((each) => last.includes(each.you ?? ""));
    this.command(mover || live, { type: "offer", ply: live.state.ply, what, ...(mover && { plies: 1 }) });
  }

  /** @param {boolean} agree */
  answer(agree) {
    const offer = this.lives[0].state.offer;
    const live = this.lives.find((each) => each.you && each.you !== offer?.by);
    if (live && offer) this.command(live, { type: "answer", offer: offer.seq, agree });
  }

  resign() {
    const live = this.speaker();
    write($("sure-title"), this.shared ? `${PLAYERS[live.you]}, do you resign?` : "Do you resign?");
    write($("sure-yes"), "Resign");
    $("sure").returnValue = "";
    $("sure").onclose = () => $("sure").returnValue === "yes" && this.command(live, { type: "resign" });
    $("sure").showModal();
  }

  rematch() {
    for (const live of this.lives.filter((each) => each.you)) this.command(live, { type: "rematch" });
  }

  async download() {
    const [live] = this.lives;
    const answer = await fetch(`/api/games/${id}/record`).catch(() => null);
    if (!answer?.ok) {
      this.refuse("The record can't be had now. Try again in a moment.");
      return;
    }
    const link = make("a", { href: URL.createObjectURL(await answer.blob()), download: `${live.info.game}-${id}.flagfall` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  peek() {
    const seen = $("sealed-show").getAttribute("aria-pressed") === "true";
    $("sealed-show").setAttribute("aria-pressed", String(!seen));
    this.drawSealed(this.front());
  }

  /** @param {Event} event */
  async chat(event) {
    event.preventDefault();
    const field = $("chat-text");
    const text = field.value.trim();
    if (!text || this.saying) return;
    this.saying = true;
    const said = await this.command(this.speaker(), { type: "chat", text });
    this.saying = false;
    if (said && field.value.trim() === text) field.value = ""; // what was refused, or written since, stays
  }

  // --- what is shown ---

  draw() {
    this.drawConnection();
    if (!this.ready()) return;
    const front = this.front();
    root.dataset.ply = String(front.state.ply);
    this.past.keep(front);
    this.past.draw(front.history);
    this.drawPlayers(front);
    this.drawChoice();
    this.drawBoard(front);
    this.drawSealed(front);
    this.drawOffer(front);
    this.drawResult(front);
    this.drawLog(front);
    this.drawChat(front);
    this.drawShare(front);
    this.drawClocks();
  }

  drawConnection() {
    const over = this.lives.find((live) => live.over)?.over;
    if (over) this.end(over);
    else if (this.lives.every((live) => live.online)) this.connection("");
    else this.connection(this.greeted ? "The connection was lost. Trying again …" : "Connecting …");
  }

  /** @param {string} words */
  connection(words) {
    tellConnection(words);
  }

  // The link is no more, or never was: what there is then looks like no game that goes on.
  /** @param {string} words */
  end(words) {
    lost(words);
    if (!this.greeted) show(root, false);
  }

  /** @param {Live} front */
  status(front) {
    const mine = this.lives.filter(isSeated).map((live) => live.you);
    return standing(front.state, mine, Boolean(!this.shared && this.freeSeat(front)));
  }

  /** @param {Live} front */
  drawPlayers(front) {
    const { state, info } = front;
    write($("status"), this.status(front) + (this.past.at === null ? "" : " You are looking back."));
    $("status").classList.toggle("mine", Boolean(this.actor()));
    document.title = this.actor() && !state.outcome ? `● ${title}` : title;
    const settings = Object.entries(info.settings ?? {}).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
    write($("settings"), settings.join(" · "));
    show($("settings"), settings.length > 0);
    for (const player of SEATS) this.drawPlayer(player, front);
  }

  /** @param {Wire.SeatName} player @param {Live} front */
  drawPlayer(player, { state, presence, you }) {
    const box = $(`player-${player}`);
    const turn = (state.waiting ?? []).includes(player);
    box.classList.toggle("turn", turn);
    box.classList.toggle("won", state.outcome?.winner === player);
    const words = [this.presenceWords(presence.seats[player], you === player)];
    if (turn) words.push("to play");
    else if (!state.outcome && state.commitments?.[player]) words.push("chosen");
    if (state.outcome?.winner === player) words.push("winner");
    write(/** @type {HTMLElement} */ (box.querySelector(".player-state")), words.filter(Boolean).join(", "));
    box.classList.toggle("away", presence.seats[player].who === "person" && !presence.seats[player].here);
  }

  /** @param {Wire.SeatState} seat @param {boolean} own */
  presenceWords(seat, own) {
    if (seat.who === "bot") return `bot ${(seat.bot ?? "").replace(":", " ")}`.trim();
    if (this.shared) return "";
    if (own) return "you";
    if (!seat.taken && !seat.here) return "not here yet";
    return seat.here ? "here" : "away";
  }

  /** @param {Live} front */
  drawBoard(front) {
    const past = this.past.view();
    const view = past ?? front.state.view;
    const actor = this.actor();
    const open = actor && !past && !this.covered(actor) && actor === front && !this.busy && this.lives.every((live) => live.online);
    const options = open ? view.scene.options ?? [] : [];
    this.choice.show(view.scene, options, `${front.you} ${front.state.ply} ${view.position} ${this.past.at} ${Boolean(open)}`);
    $("frame").classList.toggle("past", Boolean(past));
    const notes = view.scene.notes ?? [];
    if ($("notes").textContent !== notes.join("")) {
      $("notes").replaceChildren(...notes.map((note) => make("p", { className: "note", textContent: note })));
    }
    write($("words"), view.words);
  }

  drawChoice() {
    const actor = this.actor();
    const past = this.past.at !== null;
    const covered = Boolean(actor && this.covered(actor));
    this.drawLooking(actor);
    show($("curtain"), covered && !past && !this.busy);
    show($("choice"), Boolean(actor) && !covered && !past);
    show($("curtain-close"), this.secret(actor));
    if (!actor) return;
    const name = PLAYERS[actor.you];
    write($("prompt"), question(actor.state.view.prompt ?? ""));
    write($("curtain-title"), `${name}, it is your turn`);
    write($("curtain-words"), `This is secret. When only ${name} can see the screen, go on.`);
    write($("curtain-open"), `I am ${name}: show me`);
  }

  // While somebody looks back nothing can be chosen: the way to where it can is said and shown.
  /** @param {Live | null} actor */
  drawLooking(actor) {
    show($("looking"), this.past.at !== null);
    write($("looking-words"), `You are looking back, at the board ${this.past.moment()}.${actor ? " It is your turn now." : ""}`);
  }

  /** @param {Live} front */
  drawSealed(front) {
    const sealed = front.state.sealed;
    const seen = $("sealed-show").getAttribute("aria-pressed") === "true";
    show($("sealed"), Boolean(sealed) && !this.shared);
    if (!sealed) $("sealed-show").setAttribute("aria-pressed", "false");
    write($("sealed-show"), seen ? "Hide it" : "Show it to me");
    write($("sealed-move"), sealed && seen ? sealed.trim() : "");
  }

  /** @param {Live} front */
  drawOffer(front) {
    const { offer, outcome } = front.state;
    const mine = !this.shared && offer?.by === front.you;
    show($("offer"), Boolean(offer) && !outcome);
    if (!offer) return;
    const ends = offer.what === "end";
    const what = ends ? "to end the game without a result" : `to take back ${(offer.plies ?? 0) > 1 ? `the last ${offer.plies} moves` : "the last move"}`;
    const [asked, asks] = ends ? ["offered", "offers"] : ["asked", "asks"];
    write($("offer-title"), mine ? `You have ${asked} ${what}.` : `${PLAYERS[offer.by]} ${asks} ${what}.`);
    show($("offer-answer"), !mine && this.lives.some((live) => live.you && live.you !== offer.by));
  }

  /** @param {Live} front */
  drawResult(front) {
    const { outcome, rematch } = front.state;
    const seated = this.lives.filter(isSeated);
    show($("result"), Boolean(outcome));
    show($("more"), seated.length > 0 || !outcome);
    show($("asks"), seated.length > 0 && !outcome);
    if (!outcome) return;
    write($("result-title"), this.verdict(outcome, seated));
    write($("result-words"), sentence(outcome.text));
    show($("rematch"), seated.length > 0 && !rematch?.game);
    this.drawNext(rematch?.game, seated.length > 0);
    const wanted = rematch?.wanted ?? [];
    const asked = seated.length > 0 && seated.every((live) => wanted.includes(live.you));
    $("rematch").setAttribute("aria-disabled", String(asked));
    const rival = wanted.find((player) => !seated.some((live) => live.you === player));
    write($("rematch-words"), asked && !rematch?.game ? "Waiting for the other player."
      : rival && seated.length ? `${PLAYERS[rival]} wants to play again.` : "");
    this.analysis.draw(seated[0] ?? front);
  }

  // For who comes back to a game that has a rematch, or looks back in it.
  /** @param {string | undefined} next @param {boolean} playing */
  drawNext(next, playing) {
    show($("next"), Boolean(next));
    $("next-link").href = next ? `/g/${next}${location.hash}` : "";
    write($("next-link"), playing ? "Go to the rematch" : "Watch the rematch");
  }

  /** @param {Wire.OutcomeState} outcome @param {Live[]} seated */
  verdict(outcome, seated) {
    if (!outcome.winner) return outcome.draw ? "It's a draw" : "No result";
    if (this.shared || !seated.length) return `${PLAYERS[outcome.winner]} has won`;
    return outcome.winner === seated[0].you ? "You have won" : "You have lost";
  }

  /** @param {Live} front */
  drawLog(front) {
    const lines = this.spoken(front.said, front.state.view);
    const fair = this.fair.words();
    if (fair) lines.push(fair);
    show($("log-empty"), !lines.length);
    if ($("log").dataset.key === lines.join("\n")) return;
    $("log").dataset.key = lines.join("\n");
    $("log").replaceChildren(...lines.map((line) => make("li", { textContent: line })));
    $("log").lastElementChild?.classList.toggle("fair", Boolean(fair));
    $("log").scrollTop = $("log").scrollHeight;
    this.fade();
  }

  // The log fades at its upper edge where there is more above.
  fade() {
    $("log").classList.toggle("more-above", $("log").scrollTop > 2);
  }

  /** @param {Live} front */
  drawChat(front) {
    show($("chat"), Boolean(front.info.chat && front.you));
    const key = `${front.you} ${front.chat.length} ${front.chat.at(-1)?.seq}`;
    if ($("chat-lines").dataset.key === key) return;
    $("chat-lines").dataset.key = key;
    $("chat-lines").replaceChildren(...front.chat.map((line) => this.chatLine(line, front.you)));
    $("chat-lines").scrollTop = $("chat-lines").scrollHeight;
  }

  // What was said decides in which direction the line is read, and not our word for who said it.
  /** @param {Wire.ChatLine} line @param {Wire.SeatName | null} you */
  chatLine({ by, text }, you) {
    return make("li", { dir: "auto" }, make("bdi", { textContent: `${by === you ? "You" : PLAYERS[by]}:` }), ` ${text}`);
  }

  /** @param {Live} front @returns {Wire.SeatName | null} */
  freeSeat(front) {
    const rival = front.you && other(front.you);
    const seat = rival && front.presence.seats[rival];
    return seat && seat.who === "person" && !seat.taken ? rival : null;
  }

  /** @param {Live} front */
  drawShare(front) {
    this.share.draw(front, this.shared || front.state.outcome ? null : this.freeSeat(front), this.shared);
  }

  drawClocks() {
    if (!this.ready()) return;
    const { state, received } = this.front();
    for (const player of SEATS) {
      const place = /** @type {HTMLElement} */ ($(`player-${player}`).querySelector(".clock"));
      show(place, Boolean(state.clock));
      if (!state.clock) continue;
      const left = clocks.left(state.clock, player, received, performance.now());
      write(place, clocks.written(left));
      place.classList.toggle("low", left < 20000);
    }
  }
}

// The first line of the book's question, without what it says about typing.
/** @param {string} prompt */
function question(prompt) {
  return prompt.split("\n")[0].replace(/\s*\([^)]*\)/g, "").replace(/:\s*$/, "").trim();
}

/** @param {string} words */
function tellConnection(words) {
  show($("connection"), Boolean(words));
  write($("connection"), words);
}

async function start() {
  tellConnection("Connecting …");
  const tokens = await enter(id, tellConnection);
  if (!tokens) {
    show(root, false);
    return;
  }
  const own = location.hash || location.pathname;
  const table = new Table(tokens);
  addEventListener("hashchange", () => {
    if (read(location.hash).elsewhere) history.replaceState(history.state, "", own);
    else location.reload();
  });
  table.draw();
  table.connect();
}

start();
