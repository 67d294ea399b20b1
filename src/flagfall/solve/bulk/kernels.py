"""The loops over all positions of a Form, in Python that numba compiles (`compiled.py`).

For speed nothing here allocates, and the small functions take the tables that they need and not the whole Form.
"""

from __future__ import annotations

from .form import (
    ALL,
    ARMY,
    BAR,
    FREE,
    HIT,
    HIT2,
    LOSS,
    LOST,
    MET,
    NEVER,
    NONE,
    NOWHERE,
    ONE,
    ONLY,
    OPEN,
    WON,
    Cells,
    Form,
    Ints,
    Longs,
    Marks,
    Numbering,
)

LOW_HALF = 0xFFFFFFFF

# --- one position ---


def holds(units: Ints, army: int, square: int) -> bool:
    """Whether the army has a unit there."""
    for place in range(units.shape[1]):  # noqa: SIM110, as numba compiles no generators
        if units[army, place] == square:
            return True
    return False


def meets(units: Ints, army: int, hit: int, hit2: int) -> bool:
    """Whether the army has a unit on either square, of which each may be none."""
    return (hit >= 0 and holds(units, army, hit)) or (hit2 >= 0 and holds(units, army, hit2))


def can_face(kind: Ints, agent: Ints, units: Ints, facing: Ints, apart: bool, own: int, enemy: int) -> bool:
    """Whether these armies are a position with `own` to move."""
    mine, theirs = kind[own], kind[enemy]
    if mine in (WON, NEVER) or theirs in (LOST, NEVER):  # only who has just moved can have won
        return False
    if agent[own] >= 0:
        seen, other = facing[agent[own]], agent[enemy]
        if seen == other or holds(units, enemy, seen) or holds(units, own, facing[other]):
            return False
    if apart:
        for place in range(units.shape[1]):
            square = units[own, place]
            if square >= 0 and holds(units, enemy, facing[square]):
                return False
    return True


def is_end(kind: Ints, own: int, enemy: int) -> bool:
    return bool(kind[own] == LOST or kind[enemy] == WON)


def is_legal(moves: Ints, move: int, agent: int) -> bool:
    """Whether the enemy's agent, or -1, lets the move be."""
    bar, only = moves[move, BAR], moves[move, ONLY]
    return bool((bar < 0 or agent != bar) and (only < 0 or agent == only))


def after(units: Ints, less: Ints, moves: Ints, move: int, enemy: int) -> tuple[int, int]:
    """The armies after the move: the mover's, and what is left of the enemy's."""
    hit, hit2, loss = moves[move, HIT], moves[move, HIT2], moves[move, LOSS]
    if hit < 0:
        return int(moves[move, FREE]), enemy
    left, met = enemy, False
    for place in range(units.shape[1]):  # in rising order, as a lost unit moves up those before it
        square = units[left, place]
        if square >= 0 and square in (hit, hit2):
            if loss == ALL or (loss == ONE and not met):
                left = int(less[left, place])
            met = True
    return int(moves[move, MET if met else FREE]), left


def more_one(row: Ints, more: Ints, army: int, square: int) -> int:
    """The army with one unit more, or -1."""
    return int(more[row[army], square]) if row[army] >= 0 and square >= 0 else -1


# --- all positions ---


def work(form: Form, cells: Cells, queue: Longs, stage: Longs, steps: int) -> None:
    """Go on with the solving for about so many positions. `stage` is the next army, and the queue's head and tail."""
    while stage[0] < len(form.kind) and steps > 0:
        stage[2] = prepare(form, cells, queue, stage[2], stage[0])
        steps -= form.high[stage[0]] - form.low[stage[0]]
        stage[0] += 1
    if stage[0] == len(form.kind) and steps > 0:
        stage[1], stage[2] = advance(form, cells, queue, stage[1], stage[2], stage[1] + steps)


def prepare(form: Form, cells: Cells, queue: Longs, tail: int, own: int) -> int:
    """Give the positions of this army their first cells, and put the ended games into the queue."""
    kind, agent, units, facing, apart = form.kind, form.agent, form.units, form.facing, form.apart
    for enemy in range(form.low[own], form.high[own]):
        number = form.first[own] + enemy
        if not can_face(kind, agent, units, facing, apart, own, enemy):
            cells[number] = NOWHERE
        elif is_end(kind, own, enemy):
            cells[number] = 0
            queue[tail] = (own << 32) | enemy
            tail += 1
        else:
            cells[number] = OPEN + count_moves(form.moves, form.begin[own], form.begin[own + 1], agent[enemy])
    return tail


def count_moves(moves: Ints, begin: int, end: int, agent: int) -> int:
    if agent < 0:
        return end - begin
    count = 0
    for move in range(begin, end):
        if is_legal(moves, move, agent):
            count += 1
    return count


def advance(form: Form, cells: Cells, queue: Longs, head: int, tail: int, end: int) -> tuple[int, int]:
    """Go back from the positions in the queue, nearest to the end first, up to entry `end`. -1: too far to count.

    The move that led to a position is undone: the army that has moved was one that `back` names, and the units that
    it met are put back. As the queue is in the order of distances, each position gets its own.
    """
    numbering, row, more, back = (form.first, form.low, form.high), form.row, form.more, form.back
    while head < tail and head < end:
        own, enemy = queue[head] >> 32, queue[head] & LOW_HALF
        head += 1
        distance, agent = cells[form.first[own] + enemy], form.agent[own]
        if distance >= OPEN - 1:
            return -1, tail
        for entry in range(form.back_begin[enemy], form.back_begin[enemy + 1]):
            met, loss = back[entry, FREE], back[entry, LOSS]
            has_lost = met == 1 and loss != NONE
            if has_lost and row[own] < 0:  # it can't have had more units, and all further entries are like this
                break
            if agent >= 0 and not is_legal(back, entry, agent):
                continue
            mover, hit, hit2 = int(back[entry, ARMY]), back[entry, HIT], back[entry, HIT2]
            if has_lost and loss == ONE:
                tail = settle(numbering, cells, queue, tail, distance, mover, more_one(row, more, own, hit))
            elif has_lost:
                if not meets(form.units, own, hit, hit2):
                    tail = settle_all(numbering, cells, queue, tail, distance, mover, own, hit, hit2, row, more)
            elif meets(form.units, own, hit, hit2) == (met == 1):
                tail = settle(numbering, cells, queue, tail, distance, mover, own)
    return head, tail


def settle(numbering: Numbering, cells: Cells, queue: Longs, tail: int, distance: int, own: int, enemy: int) -> int:
    """Tell a position, if it is one, that a successor has this distance; into the queue with it if it now has its own.

    It is won by the first move that leaves the other lost, and lost when no move is open any more.
    """
    first, low, high = numbering
    if not low[own] <= enemy < high[own]:
        return tail
    cell = cells[first[own] + enemy]
    if cell <= OPEN or cell == NOWHERE:
        return tail
    if distance & 1 and cell != OPEN + 1:
        cells[first[own] + enemy] = cell - 1
        return tail
    cells[first[own] + enemy] = distance + 1
    queue[tail] = (own << 32) | enemy
    return tail + 1


def settle_all(
    numbering: Numbering,
    cells: Cells,
    queue: Longs,
    tail: int,
    distance: int,
    own: int,
    enemy: int,
    hit: int,
    hit2: int,
    row: Ints,
    more: Ints,
) -> int:
    """Settle the positions where the enemy has any number of units more on either square, and at least one."""
    some = enemy
    while some >= 0:
        full = some if some != enemy else more_one(row, more, some, hit2)
        while full >= 0:
            tail = settle(numbering, cells, queue, tail, distance, own, full)
            full = more_one(row, more, full, hit2)
        some = more_one(row, more, some, hit)
    return tail


def close(cells: Cells) -> None:
    """Positions of which some move is still open never end."""
    for number in range(len(cells)):
        if OPEN < cells[number] < NOWHERE:
            cells[number] = OPEN


def disproved(form: Form, cells: Cells, begin: int, end: int) -> int:
    """The number of a position of these armies whose cell doesn't follow from its successors' cells, or -1."""
    kind, agent, units, facing, apart = form.kind, form.agent, form.units, form.facing, form.apart
    numbering = form.first, form.low, form.high
    for own in range(begin, end):
        for enemy in range(form.low[own], form.high[own]):
            number = int(form.first[own]) + enemy
            if not can_face(kind, agent, units, facing, apart, own, enemy):
                wanted = NOWHERE
            elif is_end(kind, own, enemy):
                wanted = 0
            else:
                wanted = follows(units, form.less, form.begin, form.moves, agent[enemy], numbering, cells, own, enemy)
            if cells[number] != wanted:
                return number
    return -1


def follows(
    units: Ints,
    less: Ints,
    begin: Ints,
    moves: Ints,
    agent: int,
    numbering: Numbering,
    cells: Cells,
    own: int,
    enemy: int,
) -> int:
    """The cell that follows from the successors' cells, or -1 where one of them is no position.

    It is one more than the quickest win has or, where there is none, the slowest loss; OPEN where a move never ends.
    """
    first, low, high = numbering
    quickest, slowest = OPEN, -1
    for move in range(begin[own], begin[own + 1]):
        if is_legal(moves, move, agent):
            made, left = after(units, less, moves, move, enemy)
            cell = int(cells[first[left] + made]) if low[left] <= made < high[left] else NOWHERE
            slowest = max(slowest, cell)
            if cell % 2 == 0:
                quickest = min(quickest, cell)
    if slowest < 0 or slowest > OPEN:
        return -1
    if quickest < OPEN:
        return quickest + 1
    return OPEN if slowest == OPEN else slowest + 1


def reach(form: Form, marks: Marks, queue: Longs, head: int, tail: int, end: int) -> tuple[int, int]:
    """Mark what can follow on the positions in the queue, up to entry `end`: 1 for P1's turn, 2 for P2's."""
    units, less, moves = form.units, form.less, form.moves
    while head < tail and head < end:
        turn, own, enemy = queue[head] & 1, queue[head] >> 33, (queue[head] >> 1) & LOW_HALF
        head += 1
        if is_end(form.kind, own, enemy):
            continue
        for move in range(form.begin[own], form.begin[own + 1]):
            if is_legal(moves, move, form.agent[enemy]):
                made, left = after(units, less, moves, move, enemy)
                number, mark = form.first[left] + made, 2 - turn
                if marks[number] & mark == 0:
                    marks[number] |= mark
                    queue[tail] = (left << 33) | (made << 1) | (1 - turn)
                    tail += 1
    return head, tail


# --- tables ---


def link(moves: Ints, less: Ints, begin: Ints, back_begin: Ints, back: Ints, row: Ints) -> int:
    """Fill what follows from moves that are in the order of their armies; say how many lines `more` needs."""
    for move in range(moves.shape[0]):
        begin[moves[move, ARMY] + 1] += 1
        back_begin[moves[move, FREE]] += 1
        if moves[move, MET] >= 0:
            back_begin[moves[move, MET]] += 1
    for army in range(row.shape[0]):
        row[army] = -1
        begin[army + 1] += begin[army]
        back_begin[army + 1] += back_begin[army]
    enter_back(moves, back_begin, back)
    return number_rows(less, row)


def enter_back(moves: Ints, back_begin: Ints, back: Ints) -> None:
    """Fill `back` from the end of each army's entries to their beginning, which makes ends into beginnings.

    Moves that cost the enemy a unit come last, because most armies can't have had more units than they have.
    """
    for costly in range(1, -1, -1):
        for move in range(moves.shape[0]):
            for met in range(2):
                made = moves[move, MET if met else FREE]
                if made >= 0 and (met == 1 and moves[move, LOSS] != NONE) == (costly == 1):
                    back_begin[made] -= 1
                    for column in range(moves.shape[1]):
                        back[back_begin[made], column] = moves[move, column]
                    back[back_begin[made], FREE] = met


def number_rows(less: Ints, row: Ints) -> int:
    rows = 0
    for army in range(less.shape[0]):
        for place in range(less.shape[1]):
            smaller = less[army, place]
            if smaller >= 0 and row[smaller] < 0:
                row[smaller] = rows
                rows += 1
    return rows


def fill_more(units: Ints, less: Ints, row: Ints, more: Ints) -> None:
    for line in range(more.shape[0]):
        for square in range(more.shape[1]):
            more[line, square] = -1
    for army in range(less.shape[0]):
        for place in range(less.shape[1]):
            if less[army, place] >= 0:
                more[row[less[army, place]], units[army, place]] = army
