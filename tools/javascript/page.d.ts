// Made by tools/page_types.py: make types.

declare namespace Wire {
  type SeatName = "P1" | "P2";
  interface Accepted {
    type: "accepted";
    id: string;
    seq: number;
  }
  interface Answer {
    type: "answer";
    id: string;
    offer: number;
    agree: boolean;
  }
  interface Catalogue {
    games: Array<CatalogueEntry>;
    bots: Array<string>;
  }
  interface CatalogueEntry {
    id: string;
    title: string;
    about: string;
    settings: Array<SettingData>;
    opening: View;
  }
  interface CellData {
    at: [number, number];
    label: string;
    pieces?: Array<PieceData>;
    marks?: Array<MarkData>;
  }
  interface Chat {
    type: "chat";
    id: string;
    text: string;
  }
  interface ChatLine {
    type: "chat";
    seq: number;
    by: SeatName;
    text: string;
    at: number;
  }
  interface ChatPart {
    start: number;
    lines: Array<ChatLine>;
  }
  interface ClockRules {
    kind: "game" | "move";
    seconds: number;
    increment?: number;
  }
  interface ClockState {
    left: Record<SeatName, number>;
    running?: Array<SeatName>;
    held?: number;
  }
  interface CreateGame {
    game?: string;
    settings?: Record<string, string>;
    start?: string | null;
    seats?: Record<SeatName, string>;
    clock?: ClockRules | null;
    cap?: number | null;
    chat?: boolean;
    names?: Record<SeatName, string>;
    key?: string | null;
  }
  interface Created {
    id: string;
    watch: string;
    seats: Record<SeatName, SeatLink>;
  }
  interface Earlier {
    history?: History;
    said?: Said;
    chat?: ChatPart;
  }
  interface GameInfo {
    id: string;
    game: string;
    title: string;
    settings: Record<string, string>;
    created: number;
    clock?: ClockRules;
    cap?: number;
    chat?: boolean;
    previous?: string;
    names?: Record<SeatName, string>;
  }
  interface Hello {
    type: "hello";
    token?: string | null;
    heard?: number;
  }
  interface History {
    start: number;
    plies: Array<Record<SeatName, string>>;
  }
  interface JoinGame {
    invitation: string;
    token?: string | null;
  }
  interface Joined {
    seat: SeatName;
    token: string;
    link: string;
  }
  interface LessonAnswer {
    kind: "fine" | "right" | "wrong";
    words: string;
    said?: Array<string>;
    view: View;
    then?: View;
  }
  interface LessonEntry {
    task: LessonTask;
    hints: LessonHints;
    answers: Record<string, LessonAnswer>;
  }
  interface LessonHints {
    first: string;
    second: string;
  }
  interface LessonTask {
    place: string;
    ask: string;
    text?: string;
    variation?: string;
    tries?: number;
    you: SeatName;
    view: View;
  }
  interface MarkData {
    kind: string;
    owner?: SeatName;
    label?: string;
  }
  interface Move {
    type: "move";
    id: string;
    ply: number;
    move: string;
  }
  interface Notice {
    type: "notice";
    code: "stopping";
    text: string;
  }
  interface Offer {
    type: "offer";
    id: string;
    ply: number;
    what: "end" | "takeback";
    plies?: number | null;
  }
  interface OfferState {
    seq: number;
    what: "end" | "takeback";
    by: SeatName;
    plies?: number;
  }
  interface Opened {
    ply: number;
    player: SeatName;
    move: string;
    nonce: string;
    commitment: string;
  }
  interface OptionData {
    move: string;
    label: string;
    source?: [number, number];
    to?: [number, number];
    typed?: string;
    secret?: boolean;
  }
  interface OutcomeState {
    winner: SeatName | null;
    reason: string;
    text: string;
    draw?: boolean;
  }
  interface PastView {
    ply: number;
    view: View;
  }
  interface PieceData {
    owner: SeatName;
    label: string;
  }
  interface Ping {
    type: "ping";
  }
  interface Pong {
    type: "pong";
  }
  interface Presence {
    type: "presence";
    seats: Record<SeatName, SeatState>;
    watchers?: number;
  }
  interface Problem {
    code: string;
    reason: string;
  }
  interface Refused {
    type: "refused";
    id: string | null;
    code: "bad-message" | "chat-off" | "illegal" | "not-now" | "rate" | "stale" | "unavailable" | "watching";
    reason: string;
    ply?: number;
  }
  interface Rematch {
    type: "rematch";
    id: string;
  }
  interface RematchState {
    wanted?: Array<SeatName>;
    game?: string;
  }
  interface RenewLink {
    what?: "invitation" | "seat";
    token?: string | null;
  }
  interface Resign {
    type: "resign";
    id: string;
  }
  interface Said {
    start: number;
    lines: Array<string>;
  }
  interface SceneData {
    title: string;
    options?: Array<OptionData>;
    notes?: Array<string>;
    secret?: boolean;
    cells?: Array<CellData>;
    changed?: Array<[number, number]>;
  }
  interface Sealed {
    type: "sealed";
    ply: number;
    commitments: Record<SeatName, string>;
  }
  interface SeatLink {
    who: "bot" | "link" | "open";
    token?: string;
    link?: string;
  }
  interface SeatState {
    who: "bot" | "person";
    taken?: boolean;
    here?: boolean;
    bot?: string;
  }
  interface SettingData {
    name: string;
    default: string;
    values: string;
    about: string;
    ruling: string | null;
  }
  interface State {
    seq: number;
    ply: number;
    view: View;
    waiting?: Array<SeatName>;
    sealed?: string;
    commitments?: Record<SeatName, string>;
    offer?: OfferState;
    outcome?: OutcomeState;
    clock?: ClockState;
    rematch?: RematchState;
  }
  interface Status {
    you: SeatName | null;
    ply: number;
    waiting?: Array<SeatName>;
    outcome?: OutcomeState;
    free?: boolean;
  }
  interface Update {
    type: "update";
    state: State;
    history: History;
    said: Said;
    opened?: Array<Opened>;
    id?: string;
  }
  interface View {
    position: string;
    turn: SeatName;
    board: string;
    words: string;
    prompt?: string;
    scene: SceneData;
  }
  interface Welcome {
    type: "welcome";
    info: GameInfo;
    you: SeatName | null;
    state: State;
    history: History;
    said: Said;
    presence: Presence;
    chat?: Array<ChatLine>;
    chat_start?: number;
  }
  type Command = Move | Resign | Offer | Answer | Rematch | Chat;
  type Incoming = Move | Resign | Offer | Answer | Rematch | Chat | Hello | Ping;
  type Outgoing = Welcome | Update | Sealed | Presence | Accepted | Refused | ChatLine | Pong | Notice;
}

interface Elements {
  "again": HTMLElementTagNameMap["button"];
  "analysis": HTMLElementTagNameMap["section"];
  "analysis-title": HTMLElementTagNameMap["h2"];
  "analysis-words": HTMLElementTagNameMap["p"];
  "announce": HTMLElementTagNameMap["div"];
  "ask": HTMLElementTagNameMap["h2"];
  "ask-end": HTMLElementTagNameMap["button"];
  "ask-takeback": HTMLElementTagNameMap["button"];
  "asks": HTMLElementTagNameMap["div"];
  "back": HTMLElementTagNameMap["button"];
  "board": HTMLElementTagNameMap["div"];
  "bot": HTMLElementTagNameMap["select"];
  "bot-field": HTMLElementTagNameMap["p"];
  "bot-unfit": HTMLElementTagNameMap["small"];
  "chat": HTMLElementTagNameMap["input"] & HTMLElementTagNameMap["section"];
  "chat-form": HTMLElementTagNameMap["form"];
  "chat-lines": HTMLElementTagNameMap["ol"];
  "chat-text": HTMLElementTagNameMap["input"];
  "chat-title": HTMLElementTagNameMap["h2"];
  "choice": HTMLElementTagNameMap["div"] & HTMLElementTagNameMap["section"];
  "clock": HTMLElementTagNameMap["select"];
  "confirm": HTMLElementTagNameMap["div"];
  "confirm-no": HTMLElementTagNameMap["button"];
  "confirm-yes": HTMLElementTagNameMap["button"];
  "connection": HTMLElementTagNameMap["p"];
  "controls": HTMLElementTagNameMap["div"];
  "curtain": HTMLElementTagNameMap["section"];
  "curtain-close": HTMLElementTagNameMap["button"];
  "curtain-open": HTMLElementTagNameMap["button"];
  "curtain-title": HTMLElementTagNameMap["h2"];
  "curtain-words": HTMLElementTagNameMap["p"];
  "end": HTMLElementTagNameMap["section"];
  "end-title": HTMLElementTagNameMap["h2"];
  "end-words": HTMLElementTagNameMap["p"];
  "forgotten": HTMLElementTagNameMap["details"];
  "forgotten-list": HTMLElementTagNameMap["ul"];
  "frame": HTMLElementTagNameMap["div"];
  "game": HTMLElementTagNameMap["div"];
  "games-title": HTMLElementTagNameMap["h2"];
  "grades": HTMLElementTagNameMap["ol"];
  "graph": HTMLElementTagNameMap["div"];
  "help": HTMLElementTagNameMap["button"];
  "hint": HTMLElementTagNameMap["p"];
  "history": HTMLElementTagNameMap["ol"];
  "history-box": HTMLElementTagNameMap["details"];
  "lesson": HTMLElementTagNameMap["div"];
  "links": HTMLElementTagNameMap["ul"];
  "log": HTMLElementTagNameMap["ol"];
  "log-empty": HTMLElementTagNameMap["p"];
  "log-title": HTMLElementTagNameMap["h2"];
  "look": HTMLElementTagNameMap["button"];
  "looking": HTMLElementTagNameMap["section"];
  "looking-back": HTMLElementTagNameMap["button"];
  "looking-words": HTMLElementTagNameMap["p"];
  "lost": HTMLElementTagNameMap["section"];
  "lost-title": HTMLElementTagNameMap["h1"];
  "lost-words": HTMLElementTagNameMap["p"];
  "main": HTMLElementTagNameMap["main"];
  "map": HTMLElementTagNameMap["ol"];
  "modes": HTMLElementTagNameMap["div"];
  "more": HTMLElementTagNameMap["details"];
  "new": HTMLElementTagNameMap["form"];
  "next": HTMLElementTagNameMap["button"] & HTMLElementTagNameMap["p"];
  "next-link": HTMLElementTagNameMap["a"];
  "notes": HTMLElementTagNameMap["div"];
  "offer": HTMLElementTagNameMap["section"];
  "offer-answer": HTMLElementTagNameMap["div"];
  "offer-no": HTMLElementTagNameMap["button"];
  "offer-title": HTMLElementTagNameMap["h2"];
  "offer-yes": HTMLElementTagNameMap["button"];
  "place": HTMLElementTagNameMap["p"];
  "player-P1": HTMLElementTagNameMap["section"];
  "player-P2": HTMLElementTagNameMap["section"];
  "players": HTMLElementTagNameMap["div"];
  "preview": HTMLElementTagNameMap["div"];
  "prompt": HTMLElementTagNameMap["h2"];
  "qr": HTMLElementTagNameMap["div"];
  "recent": HTMLElementTagNameMap["section"];
  "recent-list": HTMLElementTagNameMap["ul"];
  "recent-title": HTMLElementTagNameMap["h2"];
  "record": HTMLElementTagNameMap["button"];
  "refusal": HTMLElementTagNameMap["p"];
  "rematch": HTMLElementTagNameMap["button"];
  "rematch-words": HTMLElementTagNameMap["p"];
  "renew": HTMLElementTagNameMap["button"];
  "renewed": HTMLElementTagNameMap["p"];
  "resign": HTMLElementTagNameMap["button"];
  "result": HTMLElementTagNameMap["section"];
  "result-title": HTMLElementTagNameMap["h2"];
  "result-words": HTMLElementTagNameMap["p"];
  "rules-title": HTMLElementTagNameMap["h2"];
  "said": HTMLElementTagNameMap["p"];
  "sealed": HTMLElementTagNameMap["section"];
  "sealed-move": HTMLElementTagNameMap["span"];
  "sealed-show": HTMLElementTagNameMap["button"];
  "sealed-title": HTMLElementTagNameMap["h2"];
  "seat": HTMLElementTagNameMap["select"];
  "settings": HTMLElementTagNameMap["p"];
  "share": HTMLElementTagNameMap["section"];
  "share-address": HTMLElementTagNameMap["input"];
  "share-body": HTMLElementTagNameMap["div"];
  "share-copy": HTMLElementTagNameMap["button"];
  "share-done": HTMLElementTagNameMap["p"];
  "share-local": HTMLElementTagNameMap["p"];
  "share-renew": HTMLElementTagNameMap["button"];
  "share-send": HTMLElementTagNameMap["button"];
  "share-title": HTMLElementTagNameMap["h2"];
  "share-words": HTMLElementTagNameMap["p"];
  "sound": HTMLElementTagNameMap["input"];
  "start": HTMLElementTagNameMap["button"];
  "status": HTMLElementTagNameMap["p"];
  "step": HTMLElementTagNameMap["p"];
  "steps": HTMLElementTagNameMap["nav"];
  "sure": HTMLElementTagNameMap["dialog"];
  "sure-title": HTMLElementTagNameMap["h2"];
  "sure-yes": HTMLElementTagNameMap["button"];
  "task": HTMLElementTagNameMap["section"];
  "teaching": HTMLElementTagNameMap["p"];
  "unkept": HTMLElementTagNameMap["p"];
  "variation": HTMLElementTagNameMap["p"];
  "verdict": HTMLElementTagNameMap["p"];
  "vibration": HTMLElementTagNameMap["input"];
  "ways-title": HTMLElementTagNameMap["h2"];
  "words": HTMLElementTagNameMap["p"];
  "words-box": HTMLElementTagNameMap["details"];
}

declare module "*/look.js" {
  export const MEASURES: { cell: number; gap: number; edge: number; fold: number; narrow: number; crowded: number; page: number };
  export const PIECES: Record<string, string>;
  export const EMBLEMS: Record<string, string>;
  export const EMBLEM_AT: Record<string, [number, number]>;
  export const ICONS: Record<string, string>;
  export const SIZES: Record<string, [number, number, number]>;
  export const DECORATIONS: Record<string, string>;
  export const BASELINE: [number, number, number, number, number];
}
