// @ts-check
// The page of one game: it shows what the server says of one seat (or, on a shared screen, of both in turn).
import { Choice } from "./choice.js";
import { Coach } from "./coach.js";
import { $, make, show, write } from "./dom.js";
import { enter, lost } from "./enter.js";
import { Fair } from "./fair.js";
import { read } from "./link.js";
import { Live } from "./live.js";
import { cleaned, keepName, ownName } from "./name.js";
import * as notices from "./notify.js";
import { Past } from "./past.js";
import * as plates from "./plates.js";
import { asked } from "./prompt.js";
import { remember } from "./recent.js";
import { Share } from "./share.js";
import * as sound from "./sound.js";
import { Turned } from "./turned.js";
import { PLAYERS, other, refusal, rivalWords, sentence, standing, terms } from "./words.js";

const root = $("game");
const { local } = root.dataset; // the game that is played here, without a server
const here = local ? await import("./tables/here.js").then(({ begin }) => begin(local, root.dataset.title ?? "")).catch(unready) : null;
const id = here?.id ?? root.dataset.id ?? "";
const hides = root.dataset.hides === "yes";
const title = document.title;

/** @typedef {import("./live.js").News} News */
/** @typedef {Live & { you: Wire.SeatName }} Actor */

/** @param {Live} live @returns {live is Actor} */
const isSeated = (live) => live.you !== null;

class Table {
  /** @param {string[]} tokens */
  constructor(tokens) {
    this.shared = tokens.length > 1;
    this.lives = (this.shared ? [...tokens, null] : [tokens[0] ?? null]).map((token) => here?.connect() ?? new Live(id, token));
    this.uncovered = /** @type {string | null} */ (null); // on a shared screen: whose secrets may be seen, and when
    this.wasHere = /** @type {boolean | undefined} */ (undefined);
    this.greeted = this.gone = this.busy = this.saying = this.introduced = false;
    this.held = 0; // how many pieces of news wait until what moves has landed
    this.shown = /** @type {{ ply: number, over: boolean } | null} */ (null); // what the board shows
    this.turned = new Turned(() => this.draw());
    this.choice = new Choice((move) => this.play(move));
    this.past = new Past(id, () => this.draw(), (words) => this.refuse(words));
    this.share = new Share(id);
    this.fair = new Fair(id);
    this.review = /** @type {import("./review/review.js").Review | null} */ (null);
    this.reviewing = false;
    this.coach = new Coach(hides, () => this.draw());
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
    this.introduce(live);
    if (telling && this.greeted && news.length) this.tell(news, live);
    if (!this.greeted) this.greet();
    this.draw();
  }

  greet() {
    this.greeted = true;
    const front = this.front();
    this.say([front.state.view.words, this.status(front)]);
  }

  // What happens is shown when what moves has landed, and read out when the picture is final.
  /** @param {Live} live @param {boolean} telling @param {News["update"]} detail */
  async updated(live, telling, { news, before, opened }) {
    this.fair.note(live.state);
    this.follow(live);
    if (telling) {
      await this.fair.check(opened);
      this.remember();
    }
    const { motion } = this.choice;
    this.held += 1;
    await motion.free;
    this.held -= 1;
    if (this.ready()) this.draw();
    if (!telling) return;
    await motion.rest;
    this.draw();
    this.tell(news, live, before);
    this.signal(live, before);
  }

  // Say what one is called, if the server doesn't know. At a shared screen nobody is.
  /** @param {Live} live */
  introduce(live) {
    if (this.shared || this.introduced || !isSeated(live)) return;
    this.introduced = true;
    const name = ownName();
    if (name && name !== (live.presence.seats[live.you].name ?? "")) live.send({ type: "name", name });
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
    if (live.state.outcome || live.state.ply === before.ply || !mine(live.state) || mine(before)) return;
    sound.signal("turn");
    notices.notify(title, "It is your turn.");
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
    if (!seated.length || (here && !seated[0].history.length)) return;
    const { info, state } = seated[0];
    const standing = { status: this.status(this.front()), turn: Boolean(this.actor()), over: Boolean(state.outcome) };
    const own = seated.map((live) => live.you);
    const rival = rivalWords(seated[0].presence.seats[other(own[0])].bot);
    const about = { title: info.title, terms: terms(rival, own, info.created) };
    const place = local ? { here: local, hash: "", ply: state.ply, scene: { ...state.view.scene, options: undefined } } : { hash: location.hash };
    const kept = remember(local ?? id, { ...place, forgotten: false, ...about, ...standing });
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
    if (actor.state.view.scene.secret) sound.signal("seal");
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
    $("take-back").addEventListener("click", () => this.ask("takeback"));
    $("ask-end").addEventListener("click", () => this.ask("end"));
    $("offer-yes").addEventListener("click", () => this.answer(true));
    $("offer-no").addEventListener("click", () => this.answer(false));
    $("resign").addEventListener("click", () => this.resign());
    $("rematch").addEventListener("click", () => this.rematch());
    $("record").addEventListener("click", () => this.download());
    $("sealed-show").addEventListener("click", () => this.peek());
    $("log").addEventListener("scroll", () => this.fade());
    $("chat-form").addEventListener("submit", (event) => this.chat(event));
    $("naming").addEventListener("submit", (event) => this.rename(event));
    $("to-more").addEventListener("click", () => this.toMore());
    this.bindSound();
    notices.bind($("notices"), $("notices-label"), (words) => write($("notices-words"), words));
    $("name").value = ownName();
  }

  // The button and the box are the same switch.
  bindSound() {
    const [box, button] = [$("sound"), $("sound-button")];
    sound.bind(box, "sound");
    sound.bind($("vibration"), "vibration");
    const same = () => button.setAttribute("aria-pressed", String(box.checked));
    box.addEventListener("change", same);
    button.addEventListener("click", () => box.click());
    same();
  }

  toMore() {
    $("more").open = true;
    $("more").scrollIntoView({ block: "start", behavior: "smooth" });
    $("more").querySelector("summary")?.focus({ preventScroll: true });
  }

  /** @param {Event} event */
  async rename(event) {
    event.preventDefault();
    const name = cleaned($("name").value);
    $("name").value = name;
    const kept = keepName(name);
    const [live] = this.lives;
    const refused = isSeated(live) && !this.shared ? await live.send({ type: "name", name }) : null;
    const words = name ? `You are ${name} now.` : "You have no name now.";
    write($("named"), refused ? refusal(refused) : kept ? words : `${words} This browser does not keep it.`);
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
    if (!this.ready() || this.held) return;
    const front = this.front();
    root.dataset.ply = String(front.state.ply);
    this.past.keep(front);
    this.past.draw(front.history);
    this.drawChoice();
    this.drawBoard(front);
    if (!this.shared) this.coach.draw(front);
    this.drawSealed(front);
    this.drawOffer(front);
    if (!this.choice.motion.staging) this.drawWords(front);
    this.drawChat(front);
    this.drawShare(front);
    this.drawClocks();
  }

  // What the board has shown, in words.
  /** @param {Live} front */
  drawWords(front) {
    this.drawPlayers(front);
    this.drawResult(front);
    this.drawLog(front);
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

  // The seats that are played from this screen.
  mine() {
    return this.lives.filter(isSeated).map((live) => live.you);
  }

  /** @param {Live} front */
  drawPlayers(front) {
    const { state, info } = front;
    write($("status"), this.headline(front));
    write($("about"), this.about(front));
    $("status").classList.toggle("mine", Boolean(this.actor()));
    root.classList.toggle("p2-left", this.left(front) === "P2");
    root.classList.toggle("as-p2", this.actor()?.you === "P2");
    root.classList.toggle("ended", Boolean(state.outcome));
    root.classList.toggle("won", Boolean(state.outcome?.winner && (this.mine().length !== 1 || this.mine()[0] === state.outcome.winner)));
    document.title = this.actor() && !state.outcome ? `● ${title}` : title;
    const settings = Object.entries(info.settings ?? {}).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
    write($("settings"), settings.join(" · "));
    show($("settings"), settings.length > 0);
    plates.draw(front, this.mine());
  }

  // Whose plate is at the left: on a line whoever's side is, else one's own.
  /** @param {Live} front */
  left(front) {
    const [own] = this.mine();
    const flip = this.turned.flip(front.state.view.scene, this.shared ? null : front.you);
    if (root.classList.contains("on-line")) return flip ? "P2" : "P1";
    return this.mine().length === 1 ? own : "P1";
  }

  // What is the case, in as few words as will do.
  /** @param {Live} front */
  headline(front) {
    const { outcome, waiting = [], view } = front.state;
    const actor = this.actor();
    if (outcome) return this.verdict(outcome, this.lives.filter(isSeated));
    if (isBattle(front.state) && this.past.at === null) return battleWords(view.scene)[0];
    if (actor) return this.shared ? `${PLAYERS[actor.you]}, your move` : "Your move";
    if (!this.shared && this.freeSeat(front)) return "Waiting for the other player";
    return `Waiting for ${waiting.map((player) => plates.nameOf(front, this.mine(), player)).join(" and ")}`;
  }

  /** @param {Live} front */
  about(front) {
    const { outcome } = front.state;
    const actor = this.actor();
    if (this.past.at !== null) return `You are looking back, at the board ${this.past.moment()}.`;
    if (outcome) return sentence(outcome.winner && !this.lost(outcome) ? outcome.reason : outcome.text);
    if (isBattle(front.state)) return battleWords(front.state.view.scene)[1];
    if (actor && this.covered(actor)) return "";
    return actor ? asked(actor.state.view.scene, actor.state.view.prompt ?? "").replace(/^Your move(: )?/, "").replace(/^./, (sign) => sign.toUpperCase()) : "";
  }

  /** @param {Live} front */
  drawBoard(front) {
    const past = this.past.view();
    const view = past ?? front.state.view;
    const actor = this.actor();
    const open = actor && !past && !this.covered(actor) && actor === front && !this.busy && this.lives.every((live) => live.online);
    const options = open ? view.scene.options ?? [] : [];
    this.choice.show(view.scene, options, `${front.you} ${front.state.ply} ${view.position} ${this.past.at} ${Boolean(open)}`, this.how(front));
    $("frame").classList.toggle("past", Boolean(past));
    const notes = (view.scene.notes ?? []).filter((note) => note !== (past ? "" : battleNote(front.state)));
    if ($("notes").textContent !== notes.join("")) {
      $("notes").replaceChildren(...notes.map((note) => make("p", { className: "note", textContent: note })));
    }
    write($("words"), view.words);
  }

  // How the board is shown, and what has been done since it was shown last.
  /** @param {Live} front @returns {import("./choice.js").How} */
  how(front) {
    const { state, you, history } = front;
    const now = this.past.at === null;
    const fresh = now && this.shown !== null && state.ply === this.shown.ply + 1;
    const ended = now && this.shown !== null && !this.shown.over && Boolean(state.outcome);
    this.shown = { ply: this.past.at ?? state.ply, over: now && Boolean(state.outcome) };
    const winner = now ? state.outcome?.winner ?? null : null;
    const deeds = { moves: fresh ? history.at(-1) : {}, you, winner: ended ? winner : null };
    const battle = now && isBattle(state);
    const sealed = battle ? { P1: Boolean(state.commitments?.P1), P2: Boolean(state.commitments?.P2) } : null;
    const flip = this.turned.flip(state.view.scene, this.shared ? null : you);
    $("pole").dataset.flip = flip ? "yes" : "no";
    const known = state.outcome ? this.review?.how() : now ? this.coach.how() : {};
    return { flip, winner, sealed, ...known, ...(fresh || ended ? { deeds } : {}) };
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
    write($("prompt"), this.shared ? `${name}, ${asked(actor.state.view.scene, "").replace(/^Y/, "y")}` : asked(actor.state.view.scene, actor.state.view.prompt ?? ""));
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
    show($("naming"), seated.length > 0 && !this.shared);
    this.drawQuick(front, seated);
    root.toggleAttribute("data-reviewing", Boolean(outcome) && !this.review?.done);
    if (!outcome) return;
    show($("pole")); // its place is kept, whatever is known, so that the board doesn't move
    write($("result-title"), this.verdict(outcome, seated));
    write($("result-words"), sentence(outcome.text));
    this.drawSeries(front);
    show($("rematch"), seated.length > 0 && !rematch?.game);
    this.drawNext(rematch?.game, seated.length > 0);
    const wanted = rematch?.wanted ?? [];
    const asked = seated.length > 0 && seated.every((live) => wanted.includes(live.you));
    $("rematch").setAttribute("aria-disabled", String(asked));
    const rival = wanted.find((player) => !seated.some((live) => live.you === player));
    write($("rematch-words"), asked && !rematch?.game ? "Waiting for the other player."
      : rival && seated.length ? `${PLAYERS[rival]} wants to play again.` : "");
    if (this.review) this.review.draw(seated[0] ?? front);
    else this.lookBack();
  }

  // What is told of a finished game is loaded when there is one.
  async lookBack() {
    if (this.reviewing) return;
    this.reviewing = true;
    try {
      const { Review } = await import("./review/review.js");
      this.review = new Review(id, this.past, () => this.draw());
      this.draw();
    } catch {
      this.reviewing = false; // the next who looks may have better luck
    }
  }

  // The score over this game and those before it.
  /** @param {Live} front */
  drawSeries(front) {
    const { info: { series }, state: { outcome } } = front;
    const mine = this.mine();
    const own = mine[0] ?? "P1";
    const won = (/** @type {Wire.SeatName} */ player) => (series?.won[player] ?? 0) + Number(outcome?.winner === player);
    const names = [own, other(own)].map((player) => plates.nameOf(front, mine, player));
    show($("series"), Boolean(series));
    write($("series-score"), `${won(own)} : ${won(other(own))}`);
    write($("series-words"), `${names[0]} and ${names[1]}, after ${(series?.games ?? 0) + 1} games`);
  }

  // A bot need not be asked.
  /** @param {Live} front @param {Actor[]} seated */
  drawQuick(front, seated) {
    const free = !this.shared && seated.length > 0 && front.presence.seats[other(seated[0].you)].who === "bot";
    show($("quick"), free && !front.state.outcome && front.history.length > 0);
    show($("ask-takeback"), !free);
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
    return this.lost(outcome) ? "You have lost" : "You have won";
  }

  // Whether the one who sits here has. What the winner did must then be told with a name.
  /** @param {Wire.OutcomeState} outcome */
  lost(outcome) {
    const [own, other] = this.mine();
    return Boolean(outcome.winner && own && !other && own !== outcome.winner);
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
    if (this.ready()) plates.drawClocks(this.front());
  }
}

// Whether two choose at once.
/** @param {Wire.State} state */
const isBattle = ({ outcome, waiting = [], commitments, view }) =>
  !outcome && (waiting.length > 1 || Object.keys(commitments ?? {}).length > 0 || Boolean(view.scene.secret));

// What the game says of a battle, which the call says then: what it is, and how it goes.
/** @param {Wire.SceneData} scene */
function battleWords({ notes = [] }) {
  const [what, how] = (notes.find((note) => note.includes(": ")) ?? "Both choose at once: nobody sees it before both have chosen.").split(": ");
  return [what, how.replace(/^./, (sign) => sign.toUpperCase())];
}

/** @param {Wire.State} state */
const battleNote = (state) => (isBattle(state) ? state.view.scene.notes?.find((note) => note.includes(": ")) : undefined);

/** @param {string} words */
function tellConnection(words) {
  show($("connection"), Boolean(words));
  write($("connection"), words);
}

/** @param {Error} problem @returns {null} */
function unready(problem) {
  lost(problem.message);
  return null;
}

async function start() {
  tellConnection("Connecting …");
  const tokens = here ? [] : local ? null : await enter(id, tellConnection);
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
