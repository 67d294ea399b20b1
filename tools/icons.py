"""The app's icons as pictures of dots, which some systems want: from `icon.svg`, by a real browser."""

from __future__ import annotations

import sys

from flagfall.online.web.assets import FOLDER
from tests.browser.screens import CHROMIUM, MISSING, chromium

SIZES = {"192": (192, 1.0), "512": (512, 1.0), "maskable": (512, 0.8)}
"""How wide each is, and which part of it the drawing takes; systems cut the edge off a maskable one."""


def main() -> None:
    if CHROMIUM is None:
        sys.exit(MISSING)
    drawing = (FOLDER / "icon.svg").read_text()
    ground = drawing.partition('fill="')[2].partition('"')[0]
    (FOLDER / "icons").mkdir(exist_ok=True)
    with chromium() as browser:
        for name, (size, part) in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            back = ground if part < 1 else "transparent"
            page.set_content(
                f"<style>body{{margin:0;background:{back};height:100vh;display:grid;place-items:center}}"
                f"svg{{width:{size * part}px}}</style>{drawing}"
            )
            page.screenshot(path=FOLDER / "icons" / f"{name}.png", omit_background=True)


if __name__ == "__main__":
    main()
