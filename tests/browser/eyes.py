"""What is wrong with a page as it is now: for eyes and ears, by axe-core, and where it spills."""

from __future__ import annotations

from pathlib import Path

import axe_playwright_python

from .screens import Screen

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def complaints(screen: Screen) -> list[str]:
    """What axe-core finds wrong with the page as it is now."""
    screen.page.evaluate(AXE)
    found = screen.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{each['id']}: {node['html']}" for each in found["violations"] for node in each["nodes"]]


def spilled(screen: Screen) -> list[str]:
    """Parts of the page that are higher than the room they have, and so lie over what follows."""
    found: list[str] = screen.page.evaluate(
        """() => [...document.querySelectorAll("main :is(section, details, form, nav, div)")]
            .filter((each) => getComputedStyle(each).overflowY === "visible" && each.checkVisibility())
            .filter((each) => each.clientHeight && each.scrollHeight > each.clientHeight + 24)
            .map((each) => `${each.tagName} ${each.id} ${each.className} ${each.scrollHeight}`)"""
    )
    return found


def overflow(screen: Screen) -> int:
    """Pixels by which the page is wider than the screen."""
    return int(screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def settled(screen: Screen) -> None:
    """Nothing is fading or moving any more, so that colours are what they are."""
    ending = "(each) => Number.isFinite(each.effect.getComputedTiming().endTime)"
    screen.page.evaluate(f"Promise.allSettled(document.getAnimations().filter({ending}).map((each) => each.finished))")
