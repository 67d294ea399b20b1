"""The loops over all positions of a Form, in Python that numba compiles (`compiled.py`) and that runs without it too.

Everything compiled is in this module, apart from the tables of single games, because numba compiles anew only when the
module of a function has changed.
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
)

LOW_HALF = 0xFFFFFFFF

# --- one position ---


def holds(form: Form, army: int, square: int) -> bool:
    """Whether the army has a unit there."""
    if square >= 0:
        for place in range(form.units.shape[1]):
            if form.units[army, place] == square:
                return True
    return False


def is_position(form: Form, own: int, enemy: int) -> bool:
    """Whether these armies, one of whose lines the other is in, can face each other with `own` to move."""
    mine, theirs = form.kind[own], form.kind[enemy]
    if mine in (WON, NEVER) or theirs in (LOST, NEVER):  # only who has just moved can have won
        return False
    if form.agent[own] >= 0:
        seen = form.facing[form.agent[own]]
        if seen == form.agent[enemy] or holds(form, enemy, seen):
            return False
        if holds(form, own, form.facing[form.agent[enemy]]):
            return False
    if form.apart:
        for place in range(form.units.shape[1]):
            square = form.units[own, place]
            if square >= 0 and holds(form, enemy, form.facing[square]):
                return False
    return True


def is_end(form: Form, own: int, enemy: int) -> bool:
    return bool(form.kind[own] == LOST or form.kind[enemy] == WON)


def is_legal(moves: Ints, move: int, agent: int) -> bool:
    bar, only = moves[move, BAR], moves[move, ONLY]
    return bool((bar < 0 or agent != bar) and (only < 0 or agent == only))


def after(form: Form, move: int, enemy: int) -> tuple[int, int]:
    """The armies after the move: the mover's, and what is left of the enemy's."""
    hit, hit2, loss = form.moves[move, HIT], form.moves[move, HIT2], form.moves[move, LOSS]
    if hit < 0:
        return int(form.moves[move, FREE]), enemy
    left, met = enemy, False
    for place in range(form.units.shape[1]):  # in rising order, as a lost unit moves up those before it
        square = form.units[left, place]
        if square >= 0 and square in (hit, hit2):
            if loss == ALL or (loss == ONE and not met):
                left = int(form.less[left, place])
            met = True
    return int(form.moves[move, MET if met else FREE]), left


def more_one(form: Form, army: int, square: int) -> int:
    """The army with one unit more, or -1."""
    row = form.row[army]
    return int(form.more[row, square]) if row >= 0 and square >= 0 else -1


def count_moves(form: Form, own: int, enemy: int) -> int:
    if form.agent[enemy] < 0:
        return int(form.begin[own + 1] - form.begin[own])
    count = 0
    for move in range(form.begin[own], form.begin[own + 1]):
        if is_legal(form.moves, move, form.agent[enemy]):
            count += 1
    return count


def successors(form: Form, own: int, enemy: int, found: Longs) -> int:
    """Put the number of the position after each legal move into `found`, and say how many."""
    count = 0
    for move in range(form.begin[own], form.begin[own + 1]):
        if is_legal(form.moves, move, form.agent[enemy]):
            made, left = after(form, move, enemy)
            found[count] = form.first[left] + made
            count += 1
    return count


def predecessors(form: Form, own: int, enemy: int, found: Longs) -> int:
    """Put the positions from which each move leads here, packed, into `found`, and say how many.

    A move that has been made is undone: the mover's army is one that `back` names, and the units that it met are put
    back. Some of what is found is not a position, or is an end; its cell tells.
    """
    count, can_have_more, has_agent = 0, form.row[own] >= 0, form.agent[own] >= 0
    for entry in range(form.back_begin[enemy], form.back_begin[enemy + 1]):
        met, loss = form.back[entry, FREE], form.back[entry, LOSS]
        has_lost = met == 1 and loss != NONE
        if has_lost and not can_have_more:
            break
        if has_agent and not is_legal(form.back, entry, form.agent[own]):
            continue
        mover, hit, hit2 = int(form.back[entry, ARMY]), form.back[entry, HIT], form.back[entry, HIT2]
        if loss == ONE and has_lost:
            count = note(form, mover, more_one(form, own, hit), found, count)
            continue
        is_there = holds(form, own, hit) or holds(form, own, hit2)
        if has_lost:
            if not is_there:
                count = note_all(form, mover, own, hit, hit2, found, count)
        elif is_there == (met == 1):
            count = note(form, mover, own, found, count)
    return count


def note(form: Form, mover: int, other: int, found: Longs, count: int) -> int:
    if form.low[mover] <= other < form.high[mover]:
        found[count] = (mover << 32) | other
        return count + 1
    return count


def note_all(form: Form, mover: int, other: int, hit: int, hit2: int, found: Longs, count: int) -> int:
    """The positions with any number of units back on either square, and at least one."""
    some = other
    while some >= 0:
        full = some if some != other else more_one(form, some, hit2)
        while full >= 0:
            count = note(form, mover, full, found, count)
            full = more_one(form, full, hit2)
        some = more_one(form, some, hit)
    return count


# --- all positions ---


def prepare(form: Form, cells: Cells, queue: Longs, tail: int, begin: int, end: int) -> int:
    """Give the positions of these armies their first cells, and put the ended games into the queue."""
    for own in range(begin, end):
        for enemy in range(form.low[own], form.high[own]):
            number = form.first[own] + enemy
            if not is_position(form, own, enemy):
                cells[number] = NOWHERE
            elif is_end(form, own, enemy):
                cells[number] = 0
                queue[tail] = (own << 32) | enemy
                tail += 1
            else:
                cells[number] = OPEN + count_moves(form, own, enemy)
    return tail


def advance(form: Form, cells: Cells, queue: Longs, head: int, tail: int, end: int, found: Longs) -> tuple[int, int]:
    """Go back from the positions in the queue, nearest to the end first, up to entry `end`. -1: too far to count.

    A position is won by the first move that is known to leave the other lost, and lost when no move is open any more.
    As the queue is in the order of distances, each gets its own: the shortest win, the longest loss.
    """
    while head < tail and head < end:
        own, enemy = queue[head] >> 32, queue[head] & LOW_HALF
        head += 1
        distance = cells[form.first[own] + enemy]
        if distance >= OPEN - 1:
            return -1, tail
        for place in range(predecessors(form, own, enemy, found)):
            number = form.first[found[place] >> 32] + (found[place] & LOW_HALF)
            cell = cells[number]
            if cell <= OPEN or cell == NOWHERE:
                continue
            if distance & 1 and cell != OPEN + 1:
                cells[number] = cell - 1
            else:
                cells[number] = distance + 1
                queue[tail] = found[place]
                tail += 1
    return head, tail


def close(cells: Cells) -> None:
    """Positions of which some move is still open never end."""
    for number in range(len(cells)):
        if OPEN < cells[number] < NOWHERE:
            cells[number] = OPEN


def disproved(form: Form, cells: Cells, begin: int, end: int) -> int:
    """The number of a position of these armies whose cell doesn't follow from its successors' cells, or -1."""
    for own in range(begin, end):
        for enemy in range(form.low[own], form.high[own]):
            number = int(form.first[own]) + enemy
            if cells[number] != wanted(form, cells, own, enemy):
                return number
    return -1


def wanted(form: Form, cells: Cells, own: int, enemy: int) -> int:
    """What this position's cell must be: one more than the quickest win or, where there is none, the slowest loss."""
    if not is_position(form, own, enemy):
        return NOWHERE
    if is_end(form, own, enemy):
        return 0
    quickest, slowest = OPEN, -1
    for move in range(form.begin[own], form.begin[own + 1]):
        if is_legal(form.moves, move, form.agent[enemy]):
            made, left = after(form, move, enemy)
            if not form.low[left] <= made < form.high[left]:
                return -1
            cell = int(cells[form.first[left] + made])
            if cell & 1 == 0 and cell < quickest:
                quickest = cell
            if cell > slowest:
                slowest = cell
    if slowest > OPEN or slowest < 0:
        return -1
    if quickest < OPEN:
        return quickest + 1
    return OPEN if slowest == OPEN else slowest + 1


def reach(form: Form, marks: Marks, queue: Longs, head: int, tail: int, end: int) -> tuple[int, int]:
    """Mark what can follow on the positions in the queue, up to entry `end`: 1 for P1's turn, 2 for P2's."""
    while head < tail and head < end:
        turn, own, enemy = queue[head] & 1, queue[head] >> 33, (queue[head] >> 1) & LOW_HALF
        head += 1
        if is_end(form, own, enemy):
            continue
        for move in range(form.begin[own], form.begin[own + 1]):
            if is_legal(form.moves, move, form.agent[enemy]):
                made, left = after(form, move, enemy)
                number, mark = form.first[left] + made, 2 - turn
                if marks[number] & mark == 0:
                    marks[number] |= mark
                    queue[tail] = (left << 33) | (made << 1) | (1 - turn)
                    tail += 1
    return head, tail


# --- tables ---


def link(moves: Ints, less: Ints, begin: Ints, back_begin: Ints, back: Ints, row: Ints) -> tuple[int, int]:
    """Fill what follows from moves that are in the order of their armies.

    Says how many lines `more` needs, and how many entries in `back` an army has at most.
    """
    longest = 0
    for move in range(moves.shape[0]):
        begin[moves[move, ARMY] + 1] += 1
        back_begin[moves[move, FREE]] += 1
        if moves[move, MET] >= 0:
            back_begin[moves[move, MET]] += 1
    for army in range(row.shape[0]):
        longest = max(longest, int(back_begin[army]))
        begin[army + 1] += begin[army]
    for army in range(row.shape[0]):
        back_begin[army + 1] += back_begin[army]
    enter_back(moves, back_begin, back)
    return number_rows(less, row), longest


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
    for army in range(less.shape[0]):
        for place in range(less.shape[1]):
            if less[army, place] >= 0:
                more[row[less[army, place]], units[army, place]] = army
