// @ts-check
// A live connection to one seat of a game. It comes back by itself, and nothing that was sent is lost or done twice.
import { api, random } from "./dom.js";

/** @type {Record<number, string>} */
const FINAL = {
  4401: "This link is not one of this game's. It may have been cut short, or renewed.",
  4403: "This link was renewed. Use the new one.",
  4404: "There is no such game any more.",
};
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const SILENCE = 30000;
const PING_EVERY = 12000;
const MOVE_WIDTH = 24; // every move has this length on the wire, so that its length tells nothing

/** @template Each @typedef {Each extends Wire.Command ? Omit<Each, "id"> : never} Unsent */

/**
 * @typedef {Wire.History["plies"]} Plies
 * @typedef {Unsent<Wire.Command>} Order
 * @typedef {{ command: Wire.Command, settle: (refusal: Wire.Refused | null) => void }} Pending
 */

/**
 * What is told of a connection, and with what.
 * @typedef {{ news: string[], before: Wire.State, opened: Wire.Opened[], own: boolean }} Updated
 * @typedef {{ welcome: { news: string[] }, update: Updated, sealed: Wire.Sealed, presence: {}, chat: {}, earlier: {},
 *   lost: { code: number }, notice: Wire.Notice }} News
 */

// The scene after an update, which has only the cells that are not as they were, and nothing that never changes.
/** @param {Wire.SceneData} scene @param {Wire.SceneData} news @returns {Wire.SceneData} */
function renewed({ hour, rows, columns, cells = [] }, news) {
  const at = new Map((news.cells ?? []).map((cell) => [String(cell.at), cell]));
  return { ...news, hour, rows, columns, cells: cells.map((cell) => at.get(String(cell.at)) ?? cell) };
}

export class Live extends EventTarget {
  /** @param {string} game @param {string | null} token */
  constructor(game, token) {
    super();
    this.game = game;
    this.address = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/games/${game}/live`;
    this.token = token;
    // All of these are what the server said. There is none of it before the welcome: see `Table.ready`.
    this.info = /** @type {Wire.GameInfo} */ (/** @type {unknown} */ (null));
    this.you = /** @type {Wire.SeatName | null} */ (null);
    this.state = /** @type {Wire.State} */ (/** @type {unknown} */ (null));
    this.presence = /** @type {Wire.Presence} */ (/** @type {unknown} */ (null));
    this.history = /** @type {Plies} */ ([]);
    this.said = /** @type {string[]} */ ([]);
    this.chat = /** @type {Wire.ChatLine[]} */ ([]);
    this.received = 0; // when the state came, for clocks
    this.pending = /** @type {Map<string, Pending>} */ (new Map());
    this.wait = FIRST_WAIT;
    this.online = false;
    this.isHere = false; // whether the game is played on this side of the wire
    this.over = /** @type {string | null} */ (null);
    this.timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
    this.socket = /** @type {WebSocket | null} */ (null);
    this.wish = {};
    this.heardAt = 0;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.pulse(), PING_EVERY);
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.heardAt = performance.now();
    socket.onopen = () => this.post({ type: "hello", token: this.token, heard: this.said.length });
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
  }

  // Send a command. The answer is a promise: the refusal, or null once it is accepted.
  /** @param {Order} command @returns {Promise<Wire.Refused | null>} */
  send(command) {
    const padded = command.type === "move" ? { ...command, move: command.move.padEnd(MOVE_WIDTH) } : command;
    const sent = { ...padded, id: random(12) };
    return new Promise((settle) => {
      this.pending.set(sent.id, { command: sent, settle });
      if (this.online) this.post(sent);
    });
  }

  /** @param {Wire.Incoming} message */
  post(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {Wire.Outgoing} message */
  take(message) {
    this.heardAt = performance.now();
    /** @type {any} */ (this)[`on_${message.type}`]?.(message);
  }

  /** @param {Wire.Welcome} message */
  on_welcome(message) {
    this.info = message.info;
    this.you = message.you ?? null;
    this.presence = message.presence;
    this.chat = message.chat ?? [];
    this.history = this.placed(message.history);
    const news = this.hear(message.said);
    this.enter(message.state);
    this.online = true;
    this.wait = FIRST_WAIT;
    this.tell("welcome", { news });
    this.fetchEarlier(message.history.start, message.chat_start ?? 0);
    for (const { command } of this.pending.values()) this.post(command);
  }

  /** @param {Wire.Update} message */
  on_update(message) {
    const old = message.state.seq <= this.state.seq;
    if (!old) {
      const { start } = message.history;
      const shown = message.state.outcome && start < this.history.length; // what was hidden until now
      this.history = this.placed(message.history);
      const news = this.hear(message.said);
      const before = this.state;
      message.state.view.scene = renewed(before.view.scene, message.state.view.scene);
      this.enter(message.state);
      this.tell("update", { news, before, opened: message.opened ?? [], own: message.id !== undefined });
      if (shown) this.fetchEarlier(start, 0);
    }
    this.settle(message.id, null);
  }

  /** @param {Wire.Sealed} message */
  on_sealed(message) {
    this.tell("sealed", message);
  }

  /** @param {Wire.Accepted} message */
  on_accepted(message) {
    this.settle(message.id, null);
  }

  /** @param {Wire.Refused} message */
  on_refused(message) {
    if (message.code === "rate" || message.code === "unavailable") {
      const again = () => { const waiting = this.pending.get(message.id ?? ""); if (waiting) this.post(waiting.command); };
      setTimeout(again, 1000);
      return;
    }
    this.settle(message.id, message);
  }

  /** @param {Wire.Presence} message */
  on_presence(message) {
    this.presence = message;
    this.tell("presence", {});
  }

  /** @param {Wire.ChatLine} message */
  on_chat(message) {
    if (this.chat.some((line) => line.seq === message.seq)) return;
    this.chat.push(message);
    this.tell("chat", {});
  }

  /** @param {Wire.Notice} message */
  on_notice(message) {
    this.tell("notice", message);
  }

  /** @param {Wire.State} state */
  enter(state) {
    this.state = state;
    this.received = performance.now();
  }

  // The plies after those from number `start` on were put in their place; empty ones stand for what is not known.
  /** @param {Wire.History} part @returns {Plies} */
  placed({ start, plies }) {
    const before = this.history.slice(0, start);
    return [...before, ...Array(start - before.length).fill({}), ...plies];
  }

  // Ask for so many plies and lines of chat at the beginning, which the messages of a long game leave out.
  /** @param {number} plies @param {number} lines */
  async fetchEarlier(plies, lines) {
    const wish = (this.wish = {});
    let [history, chat] = [/** @type {Plies} */ ([]), /** @type {Wire.ChatLine[]} */ ([])];
    let more = plies + lines > 0;
    while (more && wish === this.wish) {
      const from = `history=${history.length}&chat=${chat.length}`;
      /** @type {Required<Wire.Earlier> | null} */
      const part = await api(`/api/games/${this.game}/earlier?${from}`, { token: this.token }).catch(() => null);
      if (!part) return; // the next connection tries again
      history = history.concat(part.history.plies);
      chat = chat.concat(part.chat.lines);
      more = (history.length < plies && part.history.plies.length > 0) || (chat.length < lines && part.chat.lines.length > 0);
    }
    if (wish !== this.wish || !(plies + lines)) return;
    this.history = [...history.slice(0, plies), ...this.history.slice(plies)];
    this.chat = [...chat.slice(0, lines), ...this.chat];
    this.tell("earlier", {});
  }

  // The lines that are new, after the server's lines from number `start` on were put in their place.
  /** @param {Wire.Said} part */
  hear({ start, lines }) {
    const known = this.said.length;
    while (this.said.length < start) this.said.push(""); // the first lines of a long game
    this.said.splice(start, Infinity, ...lines);
    return this.said.slice(Math.max(known, start));
  }

  /** @param {string | null | undefined} id @param {Wire.Refused | null} refusal */
  settle(id, refusal) {
    const waiting = id && this.pending.get(id);
    if (!waiting) return;
    this.pending.delete(id);
    waiting.settle(refusal);
  }

  /** @param {number} code */
  lost(code) {
    this.online = false;
    this.over = FINAL[code] ?? null;
    this.tell("lost", { code });
    if (this.over) return;
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  // Don't wait for the timer when there is reason to think that the network is back.
  hurry() {
    if (this.timer) this.connect();
    else this.post({ type: "ping" });
  }

  pulse() {
    if (this.over || this.timer) return;
    if (performance.now() - this.heardAt > SILENCE) {
      const dead = this.socket;
      this.socket = null;
      dead?.close();
      this.lost(0);
    } else this.post({ type: "ping" });
  }

  /** @template {keyof News} Type @param {Type} type @param {News[Type]} detail */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** @template {keyof News} Type @param {Type} type @param {(detail: News[Type]) => void} heard */
  on(type, heard) {
    this.addEventListener(type, (event) => heard(/** @type {CustomEvent<News[Type]>} */ (event).detail));
  }
}
