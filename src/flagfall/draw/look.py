"""How things look: measures, shapes and colours. The web page draws with the same data, so both drawings are one."""

from __future__ import annotations

MEASURES = {"cell": 100, "gap": 8, "edge": 14, "fold": 12, "narrow": 7, "crowded": 12, "page": 130}
"""In the units of the drawing. A line folds after `fold` cells, on a telephone after `narrow`; a grid wider than
`crowded` labels only its edges. On a page a drawing is at most `page` hundredths of its measures large."""

PIECES = {
    "P1": '<circle r="30"/>',
    "P2": '<rect x="-26.5" y="-26.5" width="53" height="53" rx="8" transform="rotate(45)"/>',
}
"""Player 1 is round and Player 2 is a diamond, so that nobody needs colours to tell them apart."""

EMBLEMS = {
    "P1": '<circle r="7"/>',
    "P2": '<rect x="-6" y="-6" width="12" height="12" rx="1" transform="rotate(45)"/>',
}

ICONS = {
    "flag": '<path class="pole" d="M-19-34V36"/><path class="cloth" d="M-19-33C-7-42 9-25 28-33V1C9 9-7-8-19 1Z"/>',
    "trap": '<circle class="jaw" r="27"/>'
    '<path class="teeth" d="M-6-27 0-13 6-27ZM15-23.3 9.2-9.2 23.3-15ZM27-6 13 0 27 6ZM23.3 15 9.2 9.2 '
    '15 23.3ZM6 27 0 13-6 27ZM-15 23.3-9.2 9.2-23.3 15ZM-27 6-13 0-27-6ZM-23.3-15-9.2-9.2-15-23.3Z"/>',
    "teleport": '<circle class="ring" r="31"/><circle class="ring inner" r="22"/>',
}
"""What lies on a cell, drawn around its middle."""

SIZES = {"flag": (53, 61, 0.84), "trap": (50, 58, 1), "teleport": (50, 58, 0.95)}
"""Where an icon stands when it has a cell to itself, and how large."""

EMBLEM_AT = {"flag": (4, -16), "trap": (0, 0)}

DECORATIONS = {
    "base": '<path class="wall" d="M9 94V78H21V84H32V78H44V84H56V78H68V84H79V78H91V94Z"/>',
    "blocked": '<rect class="bricks" x="8" y="28" width="84" height="64" rx="6"/>'
    '<path class="mortar" d="M8 44H92M8 60H92M8 76H92M36 28V44M66 28V44M22 44V60M51 44V60M78 44V60M36 60V76M66 60V76'
    'M22 76V92M51 76V92M78 76V92"/>',
}
"""What belongs to a cell itself, drawn from its upper left corner."""

BASELINE = (14, 32, 50, 68, 86)
"""Where the emblems of a baseline stand, from left to right."""

COLOURS = {
    "panel": ("#e7e3da", "#1b222c"),
    "tile": ("#fbf9f4", "#2a3340"),
    "tile-odd": ("#f3efe6", "#252d39"),
    "line": ("#cbc4b5", "#3b4657"),
    "ink": ("#5c564a", "#b9c2d0"),
    "p1": ("#0b6e69", "#3fd0c4"),
    "p1-ink": ("#ffffff", "#05201e"),
    "p1-soft": ("#d8ece8", "#17424a"),
    "p2": ("#b4401a", "#ff9d6c"),
    "p2-ink": ("#ffffff", "#2c0f02"),
    "p2-soft": ("#f7e0d5", "#513026"),
    "gold": ("#a86f00", "#f3c14b"),
    "portal": ("#6b3fb5", "#c4a1ff"),
    "brick": ("#857f71", "#8391a8"),
    "mortar": ("#d6d0c3", "#2a3340"),
    "accent": ("#2f6fb3", "#7db4f0"),
}
"""By name, for light and for dark surroundings."""

SCREEN = {
    "paper": ("#f5f3f4", "#11142a"),
    "card": ("#fffefc", "#1b1f3d"),
    "ink": ("#1d2242", "#eef0fb"),
    "muted": ("#545a7a", "#b3b9d9"),
    "link": ("#2c4a9e", "#a9c3ff"),
    "edge": ("#6f7594", "#757dab"),
    "go": ("#1d2242", "#ffcf66"),
    "on-go": ("#fffefc", "#221a00"),
    "tile": ("#fffaf1", "#3a4072"),
    "tile-odd": ("#f9f0e2", "#343a69"),
    "slab": ("#efe7dc", "#2c325d"),
    "slab-side": ("#c2b39f", "#1e2347"),
    "names": ("#655c4e", "#c4c9e8"),
    "side-names": ("#3d3427", "#c4c9e8"),
    "p1": ("#0a6f72", "#4fd0c4"),
    "p1-ink": ("#ffffff", "#04211f"),
    "p1-soft": ("#cfe8e4", "#1d4a55"),
    "p1-deep": ("#06484d", "#2b8a86"),
    "p2": ("#bf3f28", "#ff9474"),
    "p2-ink": ("#ffffff", "#2c0c02"),
    "p2-soft": ("#fadace", "#5c3039"),
    "p2-deep": ("#842515", "#c25b40"),
    "win": ("#f3b63a", "#ffcf66"),
    "win-ink": ("#2a1d00", "#241a00"),
    "win-text": ("#7a5000", "#ffd57a"),
    "win-soft": ("#fdeec8", "#4b4128"),
    "open": ("#656e8f", "#98a2cb"),
    "open-text": ("#4d5677", "#c3cbe9"),
    "open-soft": ("#e6e8f0", "#30365c"),
    "loss": ("#573a86", "#a583e6"),
    "loss-ink": ("#ffffff", "#150930"),
    "loss-text": ("#573a86", "#cdb6f5"),
    "portal": ("#5f3fb0", "#cbb0ff"),
    "portal-soft": ("#e6dcfa", "#433a7a"),
    "flag": ("#b27a00", "#ffcf66"),
    "flag-ink": ("#ffffff", "#241a00"),
    "rock": ("#8d8478", "#6a719f"),
}
"""The colours of a whole screen by name, for day and for night: worth is gold, slate and violet, so that it is never
taken for a player, and bright, middle and dark, so that it survives grey."""

HOURS = {
    "dawn": (
        ("#b9d2ee", "#e9dfe9", "#fde2c6", "#c3c6e2", "#a3accf", "#8390bd", "#fff3c9"),
        ("#141a3c", "#2d3166", "#6a5480", "#3b3f74", "#2a2e5c", "#1c2046", "#f4ead0"),
    ),
    "noon": (
        ("#9ed0ea", "#cfe9f0", "#f3f7e6", "#b4d8d6", "#8fc0c2", "#6ca5ab", "#fffbe0"),
        ("#0d1c38", "#17385a", "#2f6a7c", "#245268", "#193c54", "#122a41", "#f4ead0"),
    ),
    "dusk": (
        ("#34366f", "#74609f", "#e6a6a3", "#7d649f", "#5b4c8a", "#403a73", "#ffd9a8"),
        ("#0b0e28", "#1e1d4e", "#4c3672", "#312c63", "#221f4d", "#171638", "#f4ead0"),
    ),
    "gold": (
        ("#f5e3bd", "#fbe8c4", "#fcd7a0", "#ddcf9f", "#bdbc8b", "#96a37c", "#fff6da"),
        ("#17162e", "#33294a", "#7a564c", "#4d4350", "#383345", "#272637", "#f4ead0"),
    ),
    "ember": (
        ("#e9b4ae", "#f6cfb6", "#fde3b8", "#c793a6", "#a3728f", "#7b5576", "#fff0d0"),
        ("#1b1230", "#43204a", "#86444c", "#552f55", "#3d2346", "#291836", "#f4ead0"),
    ),
}
"""Of every hour, by day and by night: the sky from above in three colours, three rows of hills, and sun or moon."""

RULES = """\
.scene{font-family:-apple-system,"Segoe UI",Roboto,"Noto Sans",Ubuntu,"Helvetica Neue",Arial,sans-serif;font-weight:600}
.scene .panel{fill:var(--panel)}
.scene .cell{fill:var(--tile);stroke:var(--line);stroke-width:1.5}
.scene .cell.odd{fill:var(--tile-odd)}
.scene .label{fill:var(--ink);font-size:17px;font-weight:500}
.scene .label.large{font-size:30px}
.scene .note{fill:var(--ink);font-weight:500}
.scene .changed{fill:none;stroke:var(--accent);stroke-width:4}
.scene .piece{stroke:var(--tile);stroke-width:3}
.scene .piece text{stroke:none;text-anchor:middle}
.scene .p1.piece{fill:var(--p1)}
.scene .p2.piece{fill:var(--p2)}
.scene .p1.piece text{fill:var(--p1-ink)}
.scene .p2.piece text{fill:var(--p2-ink)}
.scene .name{font-size:26px;font-weight:700}
.scene .figure{font-size:32px;font-weight:700}
.scene .owner{font-size:14px;font-weight:700}
.scene .piece .count{fill:var(--tile);stroke:var(--ink);stroke-width:1.5}
.scene .piece text.times{fill:var(--ink);font-size:16px;font-weight:700}
.scene .mark{fill:var(--gold);stroke:none}
.scene .mark.p1{fill:var(--p1)}
.scene .mark.p2{fill:var(--p2)}
.scene .mark text{text-anchor:middle}
.scene .pole{fill:none;stroke:var(--ink);stroke-width:5;stroke-linecap:round}
.scene .emblem.p1{fill:var(--p1-ink)}
.scene .emblem.p2{fill:var(--p2-ink)}
.scene .trap .emblem.p1{fill:var(--p1)}
.scene .trap .emblem.p2{fill:var(--p2)}
.scene .jaw{fill:none;stroke:var(--ink);stroke-width:6}
.scene .p1 .jaw{stroke:var(--p1)}
.scene .p2 .jaw{stroke:var(--p2)}
.scene .ring{fill:none;stroke:var(--portal);stroke-width:5;stroke-dasharray:24 8}
.scene .ring.inner{stroke-width:4;stroke-dasharray:12 7}
.scene .teleport text{fill:var(--portal);font-size:24px;font-weight:700}
.scene .other text{fill:var(--ink);font-size:24px}
.scene .wall{opacity:.9}
.scene .bricks{fill:var(--brick)}
.scene .mortar{fill:none;stroke:var(--mortar);stroke-width:3}
.scene .cell.p1{fill:var(--p1-soft)}
.scene .cell.p2{fill:var(--p2-soft)}
"""


def themed() -> str:
    """The style sheet of a page: colours are custom properties, which the page may use as well."""
    return f":root{{{_properties(0)}}}\n@media (prefers-color-scheme:dark){{:root{{{_properties(1)}}}}}\n{RULES}"


def literal() -> str:
    """The style sheet inside a file: plain colours, because not every viewer knows custom properties."""
    return f"{_filled(0)}@media (prefers-color-scheme:dark){{\n{_filled(1)}}}\n"


def _properties(theme: int) -> str:
    return ";".join(f"--{name}:{pair[theme]}" for name, pair in COLOURS.items())


def _filled(theme: int) -> str:
    css = RULES
    for name, pair in COLOURS.items():
        css = css.replace(f"var(--{name})", pair[theme])
    return css
