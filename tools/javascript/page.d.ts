// Made by tools/page_types.py: make types.

declare namespace Wire {
  type SeatName = "P1" | "P2";
  interface Accepted {
    type: "accepted";
    id: string;
    seq: number;
  }
  interface Advice {
    ply: number;
    worth?: WorthData;
    unknown?: string;
    verdicts?: Record<string, VerdictData>;
    hints?: Array<string>;
    suspects?: Array<Suspect>;
  }
  interface After {
    moves: Record<SeatName, string>;
    position: string;
    words?: Array<string>;
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
    series?: Series;
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
  interface Insight {
    view: View;
    options?: Record<SeatName, Array<OptionData>>;
    outcome?: OutcomeState;
    worth?: WorthData;
    unknown?: string;
    verdicts?: Record<SeatName, Record<string, VerdictData>>;
    after?: Array<After>;
    line?: Array<Record<SeatName, string>>;
    repeats?: boolean;
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
    line: Array<LineStep>;
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
    name?: string;
    difficulty?: number;
  }
  interface Line {
    game: string;
    start: string;
    plies?: Array<After>;
  }
  interface LineStep {
    words: string;
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
  interface Name {
    type: "name";
    id: string;
    name: string;
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
  interface OpenRecord {
    text: string;
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
  interface PuzzleMark {
    name: string;
    you: SeatName;
    difficulty: number;
  }
  interface Puzzles {
    game: string;
    puzzles: Array<PuzzleMark>;
  }
  interface ReadLine {
    text: string;
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
  interface Replay {
    games: Array<ReplayGame>;
  }
  interface ReplayGame {
    game: string;
    title: string;
    hour: string;
    settings?: Record<string, string>;
    players: Record<SeatName, string>;
    result?: string;
    view: View;
    plies?: Array<ReplayPly>;
  }
  interface ReplayPly {
    moves: Record<SeatName, string>;
    said?: Array<string>;
    view: View;
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
    hour?: string;
    rows?: Array<string>;
    columns?: Array<string>;
    cells?: Array<CellData>;
    changed?: Array<[number, number]>;
    mover?: SeatName;
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
    name?: string;
  }
  interface Series {
    games: number;
    won: Record<SeatName, number>;
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
  interface Suspect {
    at: [number, number];
    chance: number;
  }
  interface Update {
    type: "update";
    state: State;
    history: History;
    said: Said;
    opened?: Array<Opened>;
    id?: string;
  }
  interface VerdictData {
    kind: "chance" | "loss" | "open" | "win";
    value: number;
    plies?: number;
    best?: boolean;
    mark?: string;
    words?: string;
    likely?: number;
    error?: number;
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
  interface WorthData {
    value: number;
    height: number;
    words: string;
    plies?: number;
    error?: number;
  }
  type Command = Move | Resign | Offer | Answer | Rematch | Chat | Name;
  type Incoming = Move | Resign | Offer | Answer | Rematch | Chat | Name | Hello | Ping;
  type Outgoing = Welcome | Update | Sealed | Presence | Accepted | Refused | ChatLine | Pong | Notice;
}

interface Elements {
  "about": HTMLElementTagNameMap["p"];
  "again": HTMLElementTagNameMap["button"];
  "analysis": HTMLElementTagNameMap["section"];
  "analysis-title": HTMLElementTagNameMap["h2"];
  "analysis-wait": HTMLElementTagNameMap["p"];
  "analysis-words": HTMLElementTagNameMap["p"];
  "announce": HTMLElementTagNameMap["div"];
  "aside": HTMLElementTagNameMap["button"];
  "ask": HTMLElementTagNameMap["h2"];
  "ask-end": HTMLElementTagNameMap["button"];
  "ask-takeback": HTMLElementTagNameMap["button"];
  "asks": HTMLElementTagNameMap["div"];
  "back": HTMLElementTagNameMap["button"];
  "best-line": HTMLElementTagNameMap["button"];
  "board": HTMLElementTagNameMap["div"];
  "book": HTMLElementTagNameMap["button"];
  "bot-field": HTMLElementTagNameMap["fieldset"];
  "bot-unfit": HTMLElementTagNameMap["small"];
  "chat": HTMLElementTagNameMap["input"] & HTMLElementTagNameMap["section"];
  "chat-form": HTMLElementTagNameMap["form"];
  "chat-lines": HTMLElementTagNameMap["ol"];
  "chat-text": HTMLElementTagNameMap["input"];
  "chat-title": HTMLElementTagNameMap["h2"];
  "choice": HTMLElementTagNameMap["div"] & HTMLElementTagNameMap["section"];
  "clock": HTMLElementTagNameMap["select"];
  "coach": HTMLElementTagNameMap["section"];
  "coach-explore": HTMLElementTagNameMap["a"];
  "coach-good": HTMLElementTagNameMap["input"];
  "coach-hint": HTMLElementTagNameMap["button"];
  "coach-values": HTMLElementTagNameMap["input"];
  "coach-words": HTMLElementTagNameMap["p"];
  "coach-worth": HTMLElementTagNameMap["p"];
  "confirm": HTMLElementTagNameMap["div"];
  "confirm-no": HTMLElementTagNameMap["button"];
  "confirm-yes": HTMLElementTagNameMap["button"];
  "connection": HTMLElementTagNameMap["p"];
  "controls": HTMLElementTagNameMap["div"];
  "copied": HTMLElementTagNameMap["p"];
  "copy": HTMLElementTagNameMap["button"];
  "curtain": HTMLElementTagNameMap["section"];
  "curtain-close": HTMLElementTagNameMap["button"];
  "curtain-open": HTMLElementTagNameMap["button"];
  "curtain-title": HTMLElementTagNameMap["h2"];
  "curtain-words": HTMLElementTagNameMap["p"];
  "cut": HTMLElementTagNameMap["button"];
  "day": HTMLElementTagNameMap["a"];
  "day-ask": HTMLElementTagNameMap["span"];
  "day-board": HTMLElementTagNameMap["span"];
  "difficulty": HTMLElementTagNameMap["p"];
  "end": HTMLElementTagNameMap["section"];
  "end-title": HTMLElementTagNameMap["h2"];
  "end-words": HTMLElementTagNameMap["p"];
  "expect-title": HTMLElementTagNameMap["h2"];
  "explore": HTMLElementTagNameMap["a"] & HTMLElementTagNameMap["div"];
  "explore-title": HTMLElementTagNameMap["h1"];
  "eyes": HTMLElementTagNameMap["div"];
  "flip": HTMLElementTagNameMap["button"];
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
  "learn-title": HTMLElementTagNameMap["h1"];
  "lesson": HTMLElementTagNameMap["div"];
  "line": HTMLElementTagNameMap["button"] & HTMLElementTagNameMap["ol"];
  "line-words": HTMLElementTagNameMap["p"];
  "links": HTMLElementTagNameMap["ul"];
  "log": HTMLElementTagNameMap["ol"];
  "log-empty": HTMLElementTagNameMap["p"];
  "log-title": HTMLElementTagNameMap["h2"];
  "look": HTMLElementTagNameMap["button"];
  "looking": HTMLElementTagNameMap["section"];
  "looking-back": HTMLElementTagNameMap["button"];
  "looking-words": HTMLElementTagNameMap["p"];
  "lost": HTMLElementTagNameMap["section"];
  "lost-title": HTMLElementTagNameMap["h2"];
  "lost-words": HTMLElementTagNameMap["p"];
  "main": HTMLElementTagNameMap["main"];
  "map": HTMLElementTagNameMap["ol"];
  "mastery": HTMLElementTagNameMap["p"];
  "mastery-bar": HTMLElementTagNameMap["progress"];
  "modes": HTMLElementTagNameMap["div"];
  "more": HTMLElementTagNameMap["details"];
  "moves": HTMLElementTagNameMap["div"];
  "moves-title": HTMLElementTagNameMap["h2"];
  "name": HTMLElementTagNameMap["input"];
  "named": HTMLElementTagNameMap["p"];
  "naming": HTMLElementTagNameMap["form"];
  "new": HTMLElementTagNameMap["form"];
  "next": HTMLElementTagNameMap["button"] & HTMLElementTagNameMap["p"];
  "next-link": HTMLElementTagNameMap["a"];
  "notes": HTMLElementTagNameMap["div"];
  "notices": HTMLElementTagNameMap["input"];
  "notices-label": HTMLElementTagNameMap["label"];
  "notices-words": HTMLElementTagNameMap["p"];
  "odds-title": HTMLElementTagNameMap["h2"];
  "offer": HTMLElementTagNameMap["section"];
  "offer-answer": HTMLElementTagNameMap["div"];
  "offer-no": HTMLElementTagNameMap["button"];
  "offer-title": HTMLElementTagNameMap["h2"];
  "offer-yes": HTMLElementTagNameMap["button"];
  "open-file": HTMLElementTagNameMap["input"];
  "open-form": HTMLElementTagNameMap["form"];
  "open-refusal": HTMLElementTagNameMap["p"];
  "open-text": HTMLElementTagNameMap["textarea"];
  "opened": HTMLElementTagNameMap["div"];
  "opened-about": HTMLElementTagNameMap["p"];
  "opened-board": HTMLElementTagNameMap["div"];
  "opened-box": HTMLElementTagNameMap["div"];
  "opened-explore": HTMLElementTagNameMap["a"];
  "opened-frame": HTMLElementTagNameMap["div"];
  "opened-games": HTMLElementTagNameMap["p"];
  "opened-list": HTMLElementTagNameMap["ol"];
  "opened-moves": HTMLElementTagNameMap["section"];
  "opened-other": HTMLElementTagNameMap["button"];
  "opened-result": HTMLElementTagNameMap["p"];
  "opened-said": HTMLElementTagNameMap["p"];
  "opened-title": HTMLElementTagNameMap["h1"];
  "opened-words": HTMLElementTagNameMap["p"];
  "own": HTMLElementTagNameMap["select"];
  "own-name": HTMLElementTagNameMap["input"];
  "own-name-shown": HTMLElementTagNameMap["bdi"];
  "place": HTMLElementTagNameMap["p"];
  "play-friend": HTMLElementTagNameMap["a"];
  "play-now": HTMLElementTagNameMap["button"];
  "play-on": HTMLElementTagNameMap["button"];
  "play-what": HTMLElementTagNameMap["small"];
  "player-P1": HTMLElementTagNameMap["section"];
  "player-P2": HTMLElementTagNameMap["section"];
  "playing": HTMLElementTagNameMap["dialog"];
  "playing-form": HTMLElementTagNameMap["form"];
  "playing-go": HTMLElementTagNameMap["button"];
  "playing-refusal": HTMLElementTagNameMap["p"];
  "playing-title": HTMLElementTagNameMap["h2"];
  "pole": HTMLElementTagNameMap["div"];
  "preview": HTMLElementTagNameMap["div"];
  "prompt": HTMLElementTagNameMap["h2"];
  "qr": HTMLElementTagNameMap["div"];
  "quick": HTMLElementTagNameMap["div"];
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
  "review-moves": HTMLElementTagNameMap["div"];
  "review-now": HTMLElementTagNameMap["div"];
  "review-play": HTMLElementTagNameMap["a"];
  "review-title": HTMLElementTagNameMap["h3"];
  "review-words": HTMLElementTagNameMap["p"];
  "rival": HTMLElementTagNameMap["select"];
  "rules-title": HTMLElementTagNameMap["h2"];
  "said": HTMLElementTagNameMap["p"];
  "sealed": HTMLElementTagNameMap["section"];
  "sealed-move": HTMLElementTagNameMap["span"];
  "sealed-show": HTMLElementTagNameMap["button"];
  "sealed-title": HTMLElementTagNameMap["h2"];
  "seat": HTMLElementTagNameMap["select"];
  "series": HTMLElementTagNameMap["p"];
  "series-score": HTMLElementTagNameMap["b"];
  "series-words": HTMLElementTagNameMap["span"];
  "settings": HTMLElementTagNameMap["small"];
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
  "skip": HTMLElementTagNameMap["button"];
  "sound": HTMLElementTagNameMap["input"];
  "sound-button": HTMLElementTagNameMap["button"];
  "standing-title": HTMLElementTagNameMap["h2"];
  "start": HTMLElementTagNameMap["button"];
  "status": HTMLElementTagNameMap["p"];
  "step": HTMLElementTagNameMap["p"];
  "step-at": HTMLElementTagNameMap["span"];
  "step-back": HTMLElementTagNameMap["button"];
  "step-first": HTMLElementTagNameMap["button"];
  "step-last": HTMLElementTagNameMap["button"];
  "step-on": HTMLElementTagNameMap["button"];
  "steps": HTMLElementTagNameMap["nav"];
  "sure": HTMLElementTagNameMap["dialog"];
  "sure-title": HTMLElementTagNameMap["h2"];
  "sure-yes": HTMLElementTagNameMap["button"];
  "take-back": HTMLElementTagNameMap["button"];
  "task": HTMLElementTagNameMap["section"];
  "teaching": HTMLElementTagNameMap["p"];
  "to-more": HTMLElementTagNameMap["button"];
  "tree": HTMLElementTagNameMap["ol"];
  "tree-box": HTMLElementTagNameMap["section"];
  "tree-title": HTMLElementTagNameMap["h2"];
  "turn": HTMLElementTagNameMap["p"];
  "unkept": HTMLElementTagNameMap["p"];
  "variation": HTMLElementTagNameMap["p"];
  "verdict": HTMLElementTagNameMap["p"];
  "vibration": HTMLElementTagNameMap["input"];
  "watchers": HTMLElementTagNameMap["p"];
  "watching": HTMLElementTagNameMap["span"];
  "ways-title": HTMLElementTagNameMap["h2"];
  "what-if": HTMLElementTagNameMap["a"];
  "who-title": HTMLElementTagNameMap["h2"];
  "words": HTMLElementTagNameMap["p"];
  "words-box": HTMLElementTagNameMap["details"];
  "worth": HTMLElementTagNameMap["h1"];
}

declare module "*/look.js" {
  export const MEASURES: { "fold": number; "narrow": number; "thin": number; "named": number; "flat": number; "flat-small": number; "pitch": number; "tile": number; "deep": number; "face": number; "reach": number; "storey": number; "castle": number; "air": number; "air-flag": number; "air-castle": number; "foot": number; "margin": number; "small-margin": number; "cell": number; "gap": number; "border": number; "small-border": number; "front": number };
  export const FACE: Record<string, string>;
  export const SIDE: Record<string, string>;
  export const RIM: Record<string, string>;
  export const EMBLEM: Record<string, string>;
  export const GAZE: Record<string, [number, number, number]>;
  export const EYES: Record<string, string>;
  export const CLOTH: string;
  export const ROCK: string;
  export const RINGS: string;
  export const GLYPH: Record<string, string>;
  export const JAWS: string;
  export const CASTLE: Record<string, string>;
  export const PEAK: Record<string, number>;
}

declare module "*/names.js" {
  export const TABLES: string[];
}
