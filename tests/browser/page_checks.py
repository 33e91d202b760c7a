"""Looking at a page as the product promises it: axe, touch targets, nothing that scrolls sideways."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import PHONE

LEVELS = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}
#: In the dark only the colors are others.
COLORS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
#: Of all that axe finds we read what is wrong; the rest is not worth its time.
READ = {"resultTypes": ["violations"], "elementRef": False}
AXE = Axe()
LANDSCAPE = {"width": 844, "height": 390}
DESKTOP = {"width": 1280, "height": 800}

#: Links in running text, and what only a screen reader or the keyboard meets, need no room for a touch.
SMALL_TARGETS = """() => {
  const inText = (link) => link.tagName === "A" && getComputedStyle(link).display === "inline"
    && [...link.parentElement.childNodes].some((node) => node !== link && node.textContent.trim());
  const touched = (node) => node.matches("input[type=radio], input[type=checkbox]") && node.closest("label") || node;
  const wanted = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const found = new Set();
  for (const node of document.querySelectorAll(wanted)) {
    const target = touched(node);
    const box = target.getBoundingClientRect();
    const unseen = !target.checkVisibility() || node.getAttribute("aria-hidden") === "true" || box.right <= 0;
    const [width, height] = [Math.round(box.width), Math.round(box.height)];
    if (unseen || inText(node) || (width >= 44 && height >= 44)) continue;
    const words = (node.getAttribute("aria-label") || target.innerText || node.name).trim().replace(/\\s+/g, " ");
    found.add(`${node.tagName.toLowerCase()} “${words.slice(0, 40)}” ${width}×${height}`);
  }
  return [...found];
}"""

SIDEWAYS = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const wide = [...document.querySelectorAll("body *")].filter((node) =>
    node.getBoundingClientRect().right > root.clientWidth + 1 && !node.closest(".scroll"));
  const names = wide.slice(0, 3).map((node) => `${node.tagName.toLowerCase()}.${node.className}`);
  return [...names, `${root.scrollWidth} px`];
}"""

#: Words and codes on which the sign lies that says whether the page follows; notes lie over all of it.
COVERED = """() => {
  const sign = document.querySelector(".state");
  if (!sign) return [];
  const box = sign.getBoundingClientRect();
  const lies = ({ left, right, top, bottom }) =>
    left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.data.trim() && !node.parentElement.closest(".state, .notes") && node.parentElement.checkVisibility() ? 1 : 2);
  const found = [...document.querySelectorAll(".qr svg")].filter((code) => lies(code.getBoundingClientRect()));
  for (let node; (node = words.nextNode()); ) {
    const range = document.createRange();
    range.selectNodeContents(node);
    if ([...range.getClientRects()].some(lies)) found.push(node);
  }
  return found.map((node) => node.textContent.trim().slice(0, 40));
}"""


def find_problems(page: Page, name: str) -> list[str]:
    """All that is wrong with the looks of a page, each with the page's name."""
    # A heading is there before the stylesheet is.
    page.wait_for_load_state()
    said = [f"{name}: small target {each}" for each in page.evaluate(SMALL_TARGETS)]
    for size in (LANDSCAPE, DESKTOP, PHONE):
        page.set_viewport_size(size)
        if wide := page.evaluate(SIDEWAYS):
            said.append(f"{name}: scrolls sideways at {size['width']}: {wide}")
        if under := page.evaluate(COVERED):
            said.append(f"{name}: the sign lies on {under} at {size['width']}")
    # What lies under the button of a form can be scrolled free; axe looks at one moment.
    page.evaluate("() => document.querySelectorAll('.act').forEach((act) => { act.style.position = 'static'; })")
    for scheme, rules in (("dark", COLORS), ("light", LEVELS)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        said += [f"{name}, {scheme}: {each}" for each in _axe(page, rules)]
    return said


def _axe(page: Page, rules: dict[str, Any]) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.axe_script)
    found = page.evaluate("(options) => axe.run(options).then(({ violations }) => violations)", rules | READ)
    return [f"axe {each['id']}: {node['target']} {_why(node)}" for each in found for node in each["nodes"]]


def _why(node: dict[str, list[dict[str, str]]]) -> str:
    return "; ".join(check["message"] for check in [*node["any"], *node["all"], *node["none"]])[:200]


class Walk:
    """A walk through pages that collects everything that is wrong with them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.said: list[str] = []

    def look(self, name: str) -> None:
        self.said += find_problems(self.page, name)

    def visit(self, path: str, name: str) -> None:
        self.page.goto(path)
        self.look(name)

    def unfold_all(self) -> None:
        self.page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")

    def done(self) -> None:
        assert not self.said, "\n".join(self.said)
