"""The castles at the ends of a line, and battlements: Player 1 has domes and a round door, Player 2 spires."""

from __future__ import annotations

from .signs import num

PEAK = {"P1": -128, "P2": -138}
"""Where the flagpole stands."""
DOOR = {"P1": "M-15 0V-24a15 15 0 0 1 30 0V0Z", "P2": "M-15 0V-24L0-42 15-24V0Z"}


def castle(owner: str) -> str:
    """Without its flag; its foot is at 0, 0."""
    keep = _wall(-20, -104, 40, 60) + _roof(owner, -20, -102, 40, 36 if owner == "P1" else 40)
    hall = '<rect class="w1" x="-46" y="-60" width="92" height="60"/>'
    merlons = f'<path class="w0" d="{battlement(-34, -70, 68, 4, 8)}"/>'
    towers = _tower(owner, -64, -78) + _tower(owner, 32, -70)
    return f'{keep}<path class="slit" d="M-4-92v13"/>{hall}{merlons}{towers}<path class="door" d="{DOOR[owner]}"/>'


def battlement(x: float, y: float, width: float, merlons: int, high: float) -> str:
    """The path of a wall with so many teeth."""
    step = width / (2 * merlons - 1)
    tooth, hole = f"h{num(step)}", f"v{num(high)}h{num(step)}v{num(-high)}"
    return f"M{num(x)} {num(y + high)}V{num(y)}{hole.join([tooth] * merlons)}V{num(y + high + 5)}H{num(x)}Z"


def _wall(x: float, y: float, width: float, height: float) -> str:
    """Lit from the left."""
    dark = width * 0.38
    return (
        f'<rect class="w1" x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"/>'
        f'<rect class="w2" x="{num(x + width - dark)}" y="{num(y)}" width="{num(dark)}" height="{num(height)}"/>'
    )


def _tower(owner: str, x: float, top: float) -> str:
    slit = f'<path class="slit" d="M{num(x + 12)} {num(top + 16)}v13"/>'
    return _wall(x, top, 32, -top) + _roof(owner, x, top, 32, 34) + slit


def _roof(owner: str, x: float, top: float, width: float, height: float) -> str:
    return _dome(x, top, width, height) if owner == "P1" else _spire(x, top, width, height)


def _dome(x: float, top: float, w: float, h: float) -> str:
    def at(right: float, up: float) -> str:
        return f"{num(x + w * right)} {num(top - h * up)}"

    left, right, crown = num(x - 4), num(x + w + 4), num(top - h * 0.95)
    edge = f"{right} {num(top)}Z"
    shade = (
        f"M{at(0.62, 0)}C{at(0.9, 0.3)} {at(0.8, 0.6)} {at(0.55, 0.71)}C{at(0.95, 0.64)} {right} {num(top - h * 0.34)} "
    )
    whole = f"M{left} {num(top)}C{left} {crown} {right} {crown} "
    return f'<path class="w0" d="{whole}{edge}"/><path class="w3" d="{shade}{edge}"/>'


def _spire(x: float, top: float, w: float, h: float) -> str:
    tip = f"L{num(x + w / 2)} {num(top - h)} {num(x + w + 5)} {num(top)}Z"
    left, middle = f"M{num(x - 5)} {num(top)}", f"M{num(x + w * 0.62)} {num(top)}"
    return f'<path class="w0" d="{left}{tip}"/><path class="w3" d="{middle}{tip}"/>'
