"""The laws of texts, drawings and input."""

from __future__ import annotations

from collections.abc import Iterator

from .visit import NONSENSE, VIEWERS, Refusal, Visit, answer, are_lines, is_line, told


def reads_what_it_writes(visit: Visit) -> Iterator[str]:
    """read() understands every move as it is written, and its notation too, and refuses the rest with IllegalMove"""
    position = visit.position
    for player, moves in position.choices().items():
        for move in moves:
            for typed in (move, position.written(move), f"  {position.written(move)} "):
                if answer(position, player, typed) != move:
                    yield f"{typed!r} is read as {answer(position, player, typed)!r}, and not as {move!r}"
        for typed in NONSENSE:
            got = answer(position, player, typed)
            if got not in moves and not (isinstance(got, Refusal) and got.strip() and are_lines(got)):
                yield f"{typed!r} is read as {got!r}"


def speaks(visit: Visit) -> Iterator[str]:
    """header, board, prompt, notes and words are printable, and words is one line"""
    for face in visit.faces:
        pages = [draw(width) for draw in (face.header, face.board) for width in (None, 40)]
        pages += [face.prompt(player) for player in face.choices()]
        for page in pages:
            if not are_lines(page) or not page.strip():
                yield f"{page!r}"
        for line in (face.words(), *face.notes()):
            if not is_line(line):
                yield f"{line!r} is not a line"


def names_moves(visit: Visit) -> Iterator[str]:
    """written and meaning of every move are printable lines, and no two moves are written alike"""
    for face in visit.faces:
        for player, moves in face.choices().items():
            written = [face.written(move) for move in moves]
            for line in (*written, *(face.meaning(player, move) for move in moves)):
                if not is_line(line):
                    yield f"{line!r} is not a line"
            if len(set(written)) < len(moves):
                yield f"{player} writes {written}"


def tells(visit: Visit) -> Iterator[str]:
    """say() gives a tuple of printable lines to each player and to both, and told() some words in any case"""
    for moves, _ in visit.plays:
        for viewer in VIEWERS:
            said, log = visit.position.say(moves, viewer), visit.position.told(moves, viewer)
            if not isinstance(said, tuple) or any(not isinstance(s, str) or (s and not s.isprintable()) for s in said):
                yield f"{told(moves)} says {said!r} to {viewer}"
            if not any(line.strip() for line in log):
                yield f"{told(moves)} tells {viewer} nothing"


def has_a_scene(visit: Visit) -> Iterator[str]:
    """a scene has every cell once, exactly the legal moves as options, paths that lie on its cells, and labels that
    tell moves with the same path apart"""
    for face in visit.faces:
        scene = face.scene()
        places = [cell.at for cell in scene.cells]
        if not places or len(set(places)) < len(places):
            yield f"the cells {places}"
        offered = {player: tuple(option.move for option in options) for player, options in scene.options.items()}
        if offered != face.choices():
            yield f"the options are {offered}, and the choices {face.choices()}"
        for option in (option for options in scene.options.values() for option in options):
            if not {option.source, option.to} <= {*places, None}:
                yield f"{option.move!r} goes from {option.source} to {option.to}"
        for options in scene.options.values():
            if len({(option.source, option.to, option.label) for option in options}) < len(options):
                yield f"labels that are the same: {options}"
        labels = (cell.label for cell in scene.cells)
        if not all(map(is_line, (scene.title, *labels, *scene.notes))):
            yield f"labels or notes that are no lines: {scene!r}"


def keeps_its_board(visit: Visit) -> Iterator[str]:
    """the cells stay in their places from one position to the next, in every view"""
    places = [cell.at for cell in visit.position.cells()]
    following = [after for _, after in visit.plays[:1]]
    for face in (*visit.faces, *following):
        if (there := [cell.at for cell in face.cells()]) != places:
            yield f"cells at {places}, and then at {there}"


def survives_text(visit: Visit) -> Iterator[str]:
    """a position and its views are the same after a round trip through their one line of text"""
    for face in visit.faces:
        again = type(face).from_text(face.text())
        if not is_line(face.text()) or again != face or hash(again) != hash(face):
            yield f"{face.text()!r} is read as {again!r}, and not as {face!r}"


LAWS = (reads_what_it_writes, speaks, names_moves, tells, has_a_scene, keeps_its_board, survives_text)
