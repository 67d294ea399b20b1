"""Every message that goes over the wire, typed. docs/online.md says in words what each is for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from flagfall.core import Player
from flagfall.record.names import LONGEST_NAME

SeatName = Literal["P1", "P2"]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Token = Annotated[str, Meta(min_length=22, max_length=128, pattern=r"^[A-Za-z0-9_-]+$")]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
PaddedMove = Annotated[str, Meta(max_length=64)]


class Message(Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    """Something that a client sends over a live connection."""


class Part(Struct, omit_defaults=True, frozen=True):
    """Something that the server sends, or a piece of it. Fields at their defaults are left out."""


# --- what a client sends ---


class Hello(Message, frozen=True, tag="hello"):
    """The first message. Without a token it is a watcher's; `heard` is how many lines of `said` are already there."""

    token: Token | None = None
    heard: Count = 0


class Move(Message, frozen=True, tag="move"):
    id: Id
    ply: Count
    """The number of plies played when the move was chosen."""
    move: PaddedMove


class Resign(Message, frozen=True, tag="resign"):
    id: Id


class Offer(Message, frozen=True, tag="offer"):
    id: Id
    ply: Count
    what: Literal["end", "takeback"]
    plies: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """For a takeback how many plies; without it everything since the player's own last move, that included."""


class Answer(Message, frozen=True, tag="answer"):
    id: Id
    offer: Count
    """The `seq` of the offer that is answered."""
    agree: bool


class Rematch(Message, frozen=True, tag="rematch"):
    """After the end: I would play again, with seats swapped."""

    id: Id


class Chat(Message, frozen=True, tag="chat"):
    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Name(Message, frozen=True, tag="name"):
    """What I am called; nothing is no name."""

    id: Id
    name: Annotated[str, Meta(max_length=LONGEST_NAME)]


class Ping(Message, frozen=True, tag="ping"):
    """Anybody there? The answer is a pong."""


Command = Move | Resign | Offer | Answer | Rematch | Chat | Name
Incoming = Command | Hello | Ping


# --- a position as data ---


class PieceData(Part, frozen=True):
    owner: SeatName
    label: str


class MarkData(Part, frozen=True):
    kind: str
    owner: SeatName | None = None
    label: str = ""


class CellData(Part, frozen=True):
    at: tuple[int, int]
    label: str
    pieces: list[PieceData] = []
    marks: list[MarkData] = []


class OptionData(Part, frozen=True):
    """A legal move of this seat's, and where it comes from and goes to if it has places on the board."""

    move: str
    label: str
    source: tuple[int, int] | None = None
    to: tuple[int, int] | None = None
    typed: str = ""
    """What the book has a player type for it, where that differs from the move."""
    secret: bool = False
    """Whether others are not shown which move it was, also when it is played."""


class SceneData(Part, frozen=True):
    title: str
    options: list[OptionData] = []
    notes: list[str] = []
    secret: bool = False
    """Whether this is a choice that nobody else may see: two decide at once."""
    hour: str = ""
    """The hour of the day that the game is drawn in. This and the names are in whole pictures, never in an update."""
    rows: list[str] = []
    """The names at the edge, from above; none where cells are not named by row and column."""
    columns: list[str] = []
    cells: list[CellData] = []
    """All of them; in an update only those that are not as they were in the message before."""
    changed: list[tuple[int, int]] = []
    """Where the last ply changed something. (Hour and all that follow are the last fields, see `scenes`.)"""
    mover: SeatName | None = None
    """Whose pieces came there; nobody's if both players' did."""


class View(Part, frozen=True, kw_only=True):
    """A position as one seat knows it."""

    position: str
    """In one line; the library reads it with `flagfall.games.position`."""
    turn: SeatName
    board: str
    words: str
    prompt: str | None = None
    """The book's question, where this seat has to choose now."""
    scene: SceneData


# --- how a game stands ---


class ClockRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`move`: so many seconds for every move. `game`: so many for all, and the increment back after each move."""

    kind: Literal["move", "game"]
    seconds: Annotated[int, Meta(ge=1, le=60 * 60 * 24 * 365)]
    increment: Annotated[int, Meta(ge=0, le=60 * 60 * 24)] = 0


class ClockState(Part, frozen=True):
    left: dict[SeatName, int]
    """Milliseconds when this message was made."""
    running: list[SeatName] = []
    held: int = 0
    """After an outage: for how many milliseconds they stand still yet."""


class OfferState(Part, frozen=True):
    seq: int
    what: Literal["end", "takeback"]
    by: SeatName
    plies: int = 0


class OutcomeState(Part, frozen=True):
    winner: SeatName | None
    reason: str
    text: str
    draw: bool = False
    """By the rules nobody has won; without a winner and a draw there is no result."""


class RematchState(Part, frozen=True):
    wanted: list[SeatName] = []
    game: str | None = None
    """The new game's id, once both want it. A seat's token is good there too, for the other seat; renewing it in one of
    the two renews it in both."""


class SeatState(Part, frozen=True):
    who: Literal["person", "bot"]
    taken: bool = False
    here: bool = False
    bot: str | None = None
    name: str = ""
    """What whoever sits there is called, where that was said."""


class Presence(Part, frozen=True, tag_field="type", tag="presence"):
    """Who is there: sent whenever it changes."""

    seats: dict[SeatName, SeatState]
    watchers: int = 0


class Series(Part, frozen=True):
    """The games before a rematch, back to the first: how many, and how many of them who won that sits there now."""

    games: int
    won: dict[SeatName, int]


class GameInfo(Part, frozen=True):
    """What was fixed when the game was made."""

    id: str
    game: str
    title: str
    settings: dict[str, str]
    """The settings that differ from the book."""
    created: int
    """Milliseconds since 1970."""
    clock: ClockRules | None = None
    cap: int | None = None
    chat: bool = False
    previous: str | None = None
    """The game that this one is the rematch of."""
    names: dict[SeatName, str] = {}
    """What the players are called, where that was said."""
    series: Series | None = None


class History(Part, frozen=True):
    """The plies from number `start` (counted from 0) on, as far as the seat may know; they replace all from there."""

    start: int
    plies: list[dict[SeatName, str]]


class Said(Part, frozen=True):
    """The book's lines from number `start` (counted from 0) on. Lines are only ever added."""

    start: int
    lines: list[str]


class ChatLine(Part, frozen=True, tag_field="type", tag="chat"):
    seq: int
    by: SeatName
    text: str
    at: int


class ChatPart(Part, frozen=True):
    """Lines of chat from number `start` (counted from 0) on."""

    start: int
    lines: list[ChatLine]


class Earlier(Part, frozen=True):
    """What a long game's welcome has left out: of each list the part that begins where it was asked for."""

    history: History | None = None
    said: Said | None = None
    chat: ChatPart | None = None


class Opened(Part, frozen=True):
    """A sealed choice, opened: `commitment` was sent when it was sealed."""

    ply: int
    player: SeatName
    move: str
    nonce: str
    commitment: str


class State(Part, frozen=True):
    """How the game stands for one seat. All that changes with an event."""

    seq: int
    """The number of the last event. It grows, not always by one."""
    ply: int
    view: View
    waiting: list[SeatName] = []
    sealed: str | None = None
    """This seat's own choice while it is sealed, padded."""
    commitments: dict[SeatName, str] = {}
    offer: OfferState | None = None
    outcome: OutcomeState | None = None
    clock: ClockState | None = None
    rematch: RematchState | None = None


# --- what the server sends ---


class Welcome(Part, frozen=True, tag_field="type", tag="welcome"):
    """The answer to hello, and the body of GET /api/games/{id}: everything that this seat may know."""

    info: GameInfo
    you: SeatName | None
    state: State
    history: History
    said: Said
    presence: Presence
    chat: list[ChatLine] = []
    chat_start: int = 0
    """How many lines of chat came before these."""


class Update(Part, frozen=True, tag_field="type", tag="update"):
    """Something has happened. To the seat whose command it was, `id` is the command's."""

    state: State
    history: History
    said: Said
    opened: list[Opened] = []
    id: str | None = None
    """(The last field, see `wire`.)"""


class Sealed(Part, frozen=True, tag_field="type", tag="sealed"):
    """Both choices of a battle are in. Sent before the update that opens them, so that everybody has both commitments
    before either number."""

    ply: int
    commitments: dict[SeatName, str]


class Accepted(Part, frozen=True, tag_field="type", tag="accepted"):
    """The command was accepted, as event `seq`: for repeats, and for commands that make no update."""

    id: str
    seq: int


RefusalCode = Literal["bad-message", "rate", "watching", "stale", "illegal", "not-now", "chat-off", "unavailable"]


class Refused(Part, frozen=True, tag_field="type", tag="refused"):
    """The command was refused, and nothing has changed. Only its sender is told."""

    id: str | None
    code: RefusalCode
    reason: str
    ply: int | None = None
    """The number of plies played, where the command answered another."""


class Pong(Part, frozen=True, tag_field="type", tag="pong"):
    pass


class Notice(Part, frozen=True, tag_field="type", tag="notice"):
    code: Literal["stopping"]
    text: str


Outgoing = Welcome | Update | Sealed | Presence | Accepted | Refused | ChatLine | Pong | Notice


class Close:
    """Why the server closes a live connection."""

    TOO_LARGE = 1009
    STOPPING = 1012
    UNAVAILABLE = 1013
    NO_HELLO = 4400
    BAD_TOKEN = 4401
    RENEWED = 4403
    NO_GAME = 4404
    TOO_MANY = 4429


# --- HTTP ---


class CreateGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat is `link` (a secret link for whoever made the game to keep or give away), `open` (for the first who comes
    with the invitation) or `bot:NAME`."""

    game: str = ""
    settings: dict[str, str] = {}
    start: Annotated[str, Meta(max_length=2000)] | None = None
    """A position in its one-line text, instead of game and settings."""
    seats: dict[SeatName, Annotated[str, Meta(max_length=64)]] = {}
    """As a default P1 is `link` and P2 is `open`."""
    clock: ClockRules | None = None
    cap: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    chat: bool = False
    names: dict[SeatName, Annotated[str, Meta(max_length=LONGEST_NAME)]] = {}
    """What the players are called, in signs that can be printed; kept in the record."""
    key: Token | None = None
    """A secret of whoever asks. To repeat a request with a key is to get the same answer, and not another game."""


class SeatLink(Struct, frozen=True, omit_defaults=True):
    """A seat of a new game. `link` is a path; whoever follows it needs the server's address in front."""

    who: Literal["link", "open", "bot"]
    token: str | None = None
    link: str | None = None


class Created(Struct, frozen=True):
    id: str
    watch: str
    seats: dict[SeatName, SeatLink]


class JoinGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Take the open seat. Whoever sends a token of its own making can repeat the request and get the same seat."""

    invitation: Token
    token: Token | None = None


class RenewLink(Struct, frozen=True, forbid_unknown_fields=True):
    """Whoever sends a token of its own making can repeat the request, with the old token or the new one."""

    what: Literal["seat", "invitation"] = "seat"
    token: Token | None = None


class Joined(Struct, frozen=True):
    """A seat (or, renewed, an invitation to one), its secret and its link."""

    seat: SeatName
    token: str
    link: str


class SettingData(Struct, frozen=True):
    name: str
    default: str
    values: str
    about: str
    ruling: str | None


class CatalogueEntry(Struct, frozen=True):
    """A game that can be played, with the opening for a preview."""

    id: str
    title: str
    about: str
    settings: list[SettingData]
    opening: View


class Catalogue(Struct, frozen=True):
    games: list[CatalogueEntry]
    bots: list[str]


class Status(Part, frozen=True):
    """How a game stands, in few words: for who has many of them."""

    you: SeatName | None
    ply: int
    waiting: list[SeatName] = []
    outcome: OutcomeState | None = None
    free: bool = False
    """Whether the other seat waits for somebody to take it."""


class PastView(Struct, frozen=True):
    """The position before ply number `ply` (counted from 0), as the seat knew it."""

    ply: int
    view: View


class LessonTask(Part, frozen=True, kw_only=True):
    """One step of a lesson, or one task of its exam."""

    place: str
    """Which of how many it is."""
    ask: str
    """What to try."""
    text: str = ""
    variation: str = ""
    """In which way this is not played by the book."""
    tries: int | None = None
    """How many wrong moves end it; nothing where one may go on trying."""
    you: SeatName
    view: View
    name: str = ""
    """What it is called where progress is kept."""
    difficulty: float = 0.0
    """Of a puzzle: how many of the ten levels go wrong here."""


class LessonAnswer(Part, frozen=True, kw_only=True):
    """What is said of a move that was tried."""

    kind: Literal["right", "fine", "wrong"]
    """`fine`: nothing is given away by it, but it is not what was asked for."""
    words: str
    said: list[str] = []
    """What happens, in the book's words."""
    view: View
    """Where it leads."""
    then: View | None = None
    """What the other does about it, where that shows what is wrong."""


class LessonHints(Struct, frozen=True):
    first: str
    second: str
    """The move itself."""


class LineStep(Part, frozen=True, kw_only=True):
    """One ply of best play, and where it leads."""

    words: str
    view: View


class LessonEntry(Struct, frozen=True):
    """All that is ever sent of one task; of a puzzle also how it goes on after the right move."""

    task: LessonTask
    hints: LessonHints
    answers: dict[str, LessonAnswer]
    line: list[LineStep] = []


class PuzzleMark(Struct, frozen=True):
    """A puzzle, as far as one needs to know to choose among many."""

    name: str
    you: SeatName
    difficulty: float


class Puzzles(Struct, frozen=True):
    """The puzzles of a game, from easy to hard."""

    game: str
    puzzles: list[PuzzleMark]


class OpenRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record, or a position in its one-line text."""

    text: str


class ReplayPly(Part, frozen=True, kw_only=True):
    """A ply of a record, and where it leads."""

    moves: dict[SeatName, str]
    said: list[str] = []
    view: View


class ReplayGame(Part, frozen=True, kw_only=True):
    """A game that somebody has brought along."""

    game: str
    title: str
    hour: str
    settings: dict[str, str] = {}
    """In which way it was not played by the book."""
    players: dict[SeatName, str]
    result: str = ""
    view: View
    """Where it began."""
    plies: list[ReplayPly] = []


class Replay(Struct, frozen=True):
    games: list[ReplayGame]


class WorthData(Part, frozen=True, kw_only=True):
    """What a position is worth when both play best."""

    value: float
    """To P1, from 1 (won) to -1 (lost); only secret choices bring about a value between, but for 0."""
    height: float
    """Where the flag of a value pole stands, from 1 to -1: the farther off a win, the nearer to the middle."""
    words: str
    plies: int | None = None
    """To the end; nothing where best play has no end, or none that can be told."""
    error: float = 0.0
    """How far off the value may be, where it is estimated."""


class VerdictData(Part, frozen=True, kw_only=True):
    """What a move is worth to who makes it, when the other answers best."""

    kind: Literal["win", "open", "loss", "chance"]
    """`open`: nobody can force a win. `chance`: a value between, which only secret choices bring about."""
    value: float
    plies: int | None = None
    """To the end, this one counted."""
    best: bool = False
    mark: str = ""
    """The sign of its grade."""
    words: str = ""
    """What it leads to, in words."""
    likely: float = 0.0
    """How often best play chooses it."""
    error: float = 0.0
    """How far off the value may be, where it is estimated."""


class After(Part, frozen=True, kw_only=True):
    """Where moves lead."""

    moves: dict[SeatName, str]
    position: str
    words: list[str] = []
    """What happens, in the book's words."""


class Insight(Part, frozen=True, kw_only=True):
    """All that is known of a position."""

    view: View
    """As the eyes see it that were asked for; without anybody's options."""
    options: dict[SeatName, list[OptionData]] = {}
    """Of whoever chooses now, in a battle of both; of those only whose options these eyes may know."""
    outcome: OutcomeState | None = None
    worth: WorthData | None = None
    unknown: str = ""
    """Why there is no worth, and what can be said all the same."""
    verdicts: dict[SeatName, dict[str, VerdictData]] = {}
    """Each move of everybody's who chooses, from the best to the worst."""
    after: list[After] = []
    """For all moves together that may be made here; where those are too many, for the ones that were asked for."""
    line: list[dict[SeatName, str]] = []
    """Best play from here, to the end or until it repeats itself."""
    repeats: bool = False
    """Whether that goes round and would never end."""


class Suspect(Part, frozen=True, kw_only=True):
    """A cell where the other may hide something."""

    at: tuple[int, int]
    chance: float


class Advice(Part, frozen=True, kw_only=True):
    """What a coach tells a player who has to choose, from what that player knows and nothing else."""

    ply: int
    """How many plies were played."""
    worth: WorthData | None = None
    unknown: str = ""
    """Why there is no worth."""
    verdicts: dict[str, VerdictData] = {}
    """Each of the player's moves, from the best to the worst."""
    hints: list[str] = []
    """One after the other: the first names no move."""
    suspects: list[Suspect] = []


class ReadLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A text to be explored: a position's in one line, or a record."""

    text: Annotated[str, Meta(min_length=1, max_length=16_000)]


class Line(Part, frozen=True, kw_only=True):
    """A start, and the moves that were played from it."""

    game: str
    start: str
    plies: list[After] = []


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    code: str
    reason: str


decode_incoming = msgspec.json.Decoder(Incoming).decode
encode = msgspec.json.Encoder().encode


# --- players, as the wire calls them ---

NAMES: dict[Player, SeatName] = {Player.P1: "P1", Player.P2: "P2"}
PLAYERS: dict[SeatName, Player] = {name: player for player, name in NAMES.items()}


def name(player: Player) -> SeatName:
    return NAMES[player]


def name_or_none(player: Player | None) -> SeatName | None:
    return NAMES[player] if player else None


def names(players: Iterable[Player]) -> list[SeatName]:
    return [NAMES[player] for player in players]
