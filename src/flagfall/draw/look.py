"""How things look: colours by name, for day and for night. The web page draws with the same data, so all is one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

TOKENS = {
    "ink": ("#1d2242", "#eef0fb"),
    "muted": ("#545a7a", "#b3b9d9"),
    "paper": ("#f5f3f4", "#11142a"),
    "card": ("#fffefc", "#1b1f3d"),
    "line": ("#dcd8e0", "#343a63"),
    "edge": ("#858aa6", "#757dab"),
    "link": ("#2c4a9e", "#a9c3ff"),
    "go": ("#1d2242", "#ffcf66"),
    "on-go": ("#fffefc", "#221a00"),
    "go-deep": ("#14182e", "#b29147"),
    "bad": ("#a1260d", "#ff9f8a"),
    "bad-soft": ("#fbe6df", "#3f1d17"),
    "p1": ("#0a6f72", "#4fd0c4"),
    "p1-ink": ("#ffffff", "#04211f"),
    "p1-soft": ("#cfe8e4", "#1d4a55"),
    "p1-deep": ("#06484d", "#2b8a86"),
    "p1-wall": ("#8cc5c0", "#2d7f84"),
    "p1-shade": ("#6aaeab", "#22656d"),
    "p1-lit": ("#06484d", "#ffdf9a"),
    "p1-was": ("#ceded8", "#3e5d82"),
    "p2": ("#bf3f28", "#ff9474"),
    "p2-ink": ("#ffffff", "#2c0c02"),
    "p2-soft": ("#fadace", "#5c3039"),
    "p2-deep": ("#842515", "#c25b40"),
    "p2-wall": ("#eda48c", "#a8543f"),
    "p2-shade": ("#dd8a70", "#8a4235"),
    "p2-lit": ("#842515", "#ffdf9a"),
    "p2-was": ("#f1d1c5", "#655272"),
    "gold": ("#e9a72a", "#ffcf66"),
    "gold-deep": ("#a86f00", "#c9952a"),
    "gold-ink": ("#3a2a00", "#3a2a00"),
    "win": ("#f3b63a", "#ffcf66"),
    "win-ink": ("#2a1d00", "#241a00"),
    "win-text": ("#7a5000", "#ffd57a"),
    "win-soft": ("#fdeec8", "#4b4128"),
    "win-line": ("#9a6500", "#ffcf66"),
    "mid-text": ("#4d5677", "#c3cbe9"),
    "mid-soft": ("#e6e8f0", "#30365c"),
    "mid-line": ("#656e8f", "#98a2cb"),
    "lose": ("#573a86", "#a583e6"),
    "lose-ink": ("#ffffff", "#150930"),
    "lose-text": ("#573a86", "#cbb6f7"),
    "lose-soft": ("#e5dcf1", "#3a2d63"),
    "lose-line": ("#573a86", "#b297ee"),
    "tile": ("#fffaf1", "#3a4072"),
    "tile-odd": ("#f9f0e2", "#343a69"),
    "slab": ("#efe7dc", "#2c325d"),
    "slab-side": ("#c2b39f", "#1e2347"),
    "pier": ("#c2b39f", "#363d70"),
    "bow": ("#d9cdbc", "#525a92"),
    "sunk": ("#e2d7ca", "#282e56"),
    "co": ("#655c4e", "#c4c9e8"),
    "edge-no": ("#3d3427", "#c4c9e8"),
    "portal": ("#5f3fb0", "#cbb0ff"),
    "portal-soft": ("#e6dcfa", "#433a7a"),
    "rock": ("#a9a4ae", "#989ec4"),
    "rock-light": ("#c9c5cc", "#bfc4e0"),
    "rock-dark": ("#8b8694", "#777da6"),
    "pole": ("#6c6377", "#aab0d0"),
}
"""Worth is gold, slate and violet, so that it is never taken for a player, and bright, middle and dark, so that it
survives grey. `was` is a tile that the last move has touched, `sunk` one that can't be entered."""

SCREEN = TOKENS | {
    "edge": ("#6f7594", "#757dab"),
    "names": TOKENS["co"],
    "side-names": TOKENS["edge-no"],
    "open": TOKENS["mid-line"],
    "open-text": TOKENS["mid-text"],
    "open-soft": TOKENS["mid-soft"],
    "loss": TOKENS["lose"],
    "loss-ink": TOKENS["lose-ink"],
    "loss-text": ("#573a86", "#cdb6f5"),
    "flag": ("#b27a00", "#ffcf66"),
    "flag-ink": ("#ffffff", "#241a00"),
    "rock": ("#8d8478", "#6a719f"),
}
"""The same for a terminal, whose cells are coarse and whose grounds are more: some are stronger there."""

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


ON_SKY = {
    "dawn": ("#1d2242", "#eef0fb"),
    "noon": ("#12283c", "#eef0fb"),
    "dusk": ("#ffffff", "#eef0fb"),
    "gold": ("#2c2410", "#f7f0e4"),
    "ember": ("#2c1524", "#fbeef0"),
}
"""What is written on the upper part of the sky."""

NIGHT = "#241f4a"
"""What the near land is darkened with."""

FILTERS = {
    "shade": ("rgba(40,30,60,.2)", "rgba(5,6,20,.42)"),
    "glass": ("rgba(255,254,252,.82)", "rgba(27,31,61,.82)"),
    "lift": (
        "0 1px 2px rgba(30,30,70,.1),0 10px 30px rgba(30,30,70,.12)",
        "0 1px 2px rgba(0,0,0,.3),0 12px 34px rgba(0,0,0,.34)",
    ),
    "stars": ("0", ".7"),
    "clouds": (".5", ".07"),
    "halo": (".34", ".1"),
    "glow": (".22", ".06"),
    "craters": ("0", ".55"),
}
"""What is no plain colour: shadows, glass, and how much of the sky's things is seen."""


def mixed(one: str, other: str, share: float) -> str:
    """So much of one colour with the rest of another."""
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(mine * share + others * (1 - share)):02x}" for mine, others in pairs)


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def hour_tokens(hour: str, theme: int) -> dict[str, str]:
    """The colours of an hour by name: the sky from above, hills from afar, the land that a board stands on."""
    names = ("s1", "s2", "s3", "h1", "h2", "h3", "sun")
    found = dict(zip(names, HOURS[hour][theme], strict=True))
    land = {name: mixed(found["h3"], NIGHT, share) for name, share in (("cliff", 0.82), ("cliff-far", 0.9))}
    return found | land | {"mist": mixed(found["h3"], NIGHT, 0.88), "on-sky": ON_SKY[hour][theme]}


def tokens_css() -> str:
    """The style sheet of all colours as custom properties; an hour's belong to whatever has its class."""
    day, night = (_block(theme) for theme in (0, 1))
    dusk = ".hour-dusk{--stars:.7;--clouds:.14}"  # the first stars are out
    return f"{day}{dusk}\n@media (prefers-color-scheme:dark){{\n{night}}}\n"


def _block(theme: int) -> str:
    lasting = {name: pair[theme] for name, pair in (TOKENS | FILTERS).items()}
    hours = "".join(f".hour-{hour}{{{_written(hour_tokens(hour, theme))}}}\n" for hour in HOURS)
    return f":root{{{_written(lasting)}}}\n{hours}"


def _written(tokens: dict[str, str]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in tokens.items())


@cache
def rules(name: str) -> str:
    """A style sheet that files and pages share: `board.css` or `sky.css`."""
    return (Path(__file__).parent / name).read_text()


def literal(hour: str) -> str:
    """The style sheet inside a file: plain colours, because not every viewer knows custom properties."""
    sheet = rules("board.css") + rules("sky.css")
    return f"{_filled(sheet, hour, 0)}\n@media (prefers-color-scheme:dark){{\n{_filled(sheet, hour, 1)}}}\n"


def _filled(sheet: str, hour: str, theme: int) -> str:
    values = {name: pair[theme] for name, pair in (TOKENS | FILTERS).items()} | hour_tokens(hour, theme)
    for name, value in values.items():
        sheet = sheet.replace(f"var(--{name})", value)
    return sheet
