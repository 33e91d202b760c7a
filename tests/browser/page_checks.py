"""Looking at a page as the product promises it: axe, touch targets, nothing that scrolls sideways."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from flask import Flask, request, template_rendered
from jinja2 import Template
from playwright.sync_api import Page

from tests.browser.conftest import PHONE
from tests.budget import IS_WHOLE

LEVELS = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}
#: In the dark only the colors are others.
COLORS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
WITHOUT_COLORS = {"rules": {rule: {"enabled": False} for rule in COLORS["runOnly"]["values"]}}
#: Of all that axe finds we read what is wrong; the rest is not worth its time.
READ = {"resultTypes": ["violations"], "elementRef": False}
AXE = Axe()
LANDSCAPE = {"width": 844, "height": 390}
DESKTOP = {"width": 1280, "height": 800}
#: The narrowest phone in use, and a phone whose owner has doubled the size of the text.
NARROW = {"width": 320, "height": 568}
DOUBLE_TEXT = "() => document.documentElement.style.setProperty('font-size', '200%')"
USUAL_TEXT = "() => document.documentElement.style.removeProperty('font-size')"

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

#: Words that are partly hidden by the box they stand in. What scrolls by itself shows them when it is moved.
CUT = """() => {
  const hides = (node) => ["hidden", "clip"].includes(getComputedStyle(node).overflowX);
  const words = document.createTreeWalker(document.querySelector("body"), NodeFilter.SHOW_TEXT);
  const cut = new Set();
  for (let node; (node = words.nextNode()); ) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility() || parent.closest(".hidden, .skip, svg, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const { left, right } = box.getBoundingClientRect();
      if (hides(box) && (text.right > right + 1 || text.left < left - 1)) cut.add(node.data.trim().slice(0, 40));
    }
  }
  return [...cut].slice(0, 5);
}"""

#: Words and codes on which the sign lies that says whether the page follows; notes lie over all of it.
COVERED = """() => {
  const sign = document.querySelector(".state");
  if (!sign) return [];
  const box = sign.getBoundingClientRect();
  const lies = ({ left, right, top, bottom }) =>
    left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.data.trim() && !node.parentElement.closest(".state, .notes, .hidden") && node.parentElement.checkVisibility()
      ? 1 : 2);
  const found = [...document.querySelectorAll(".qr svg")].filter((code) => lies(code.getBoundingClientRect()));
  for (let node; (node = words.nextNode()); ) {
    const range = document.createRange();
    range.selectNodeContents(node);
    if ([...range.getClientRects()].some(lies)) found.push(node);
  }
  return found.map((node) => node.textContent.trim().slice(0, 40));
}"""

#: One of all words of the same color, size, weight and background: what axe says of it is true of the others.
ONE_OF_EACH_COLOR = """() => {
  const wanted = "input:not([type=hidden]), select, textarea";
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) => node.data.trim() ? 1 : 2);
  const nodes = new Set(document.querySelectorAll(wanted));
  while (words.nextNode()) nodes.add(words.currentNode.parentElement);
  const kinds = new Map();
  const colors = (node) => {
    const { color, backgroundColor, backgroundImage, opacity } = getComputedStyle(node);
    const behind = node.parentElement ? colors(node.parentElement) : "";
    return [color, backgroundColor, backgroundImage, opacity, behind].join();
  };
  for (const node of nodes) {
    if (!node.checkVisibility()) continue;
    const { fontSize, fontWeight, display, textDecorationLine, textShadow } = getComputedStyle(node);
    const kind = [node.tagName, fontSize, fontWeight, display, textDecorationLine, textShadow, colors(node)].join();
    if (!kinds.has(kind)) kinds.set(kind, node);
  }
  return [...kinds.values()];
}"""


def find_problems(page: Page, name: str) -> list[str]:
    """All that is wrong with the looks of a page, each with the page's name."""
    # A heading is there before the stylesheet is.
    page.wait_for_load_state()
    problems = [f"{name}: small target {target}" for target in page.evaluate(SMALL_TARGETS)]
    for size in (LANDSCAPE, DESKTOP, NARROW, PHONE) if IS_WHOLE else (NARROW, PHONE):
        page.set_viewport_size(size)
        problems += _misfits(page, f"{name} at {size['width']} px", covered=size is not NARROW)
    page.evaluate(DOUBLE_TEXT)
    problems += _misfits(page, f"{name} with text at 200 %", covered=False)
    page.evaluate(USUAL_TEXT)
    # What lies under the button of a form can be scrolled free; axe looks at one moment.
    page.evaluate("() => document.querySelectorAll('.act').forEach((act) => { act.style.position = 'static'; })")
    # Colors take axe most of its time. If it looks at all of them in the light, one of each kind is enough in the dark.
    colors = (COLORS, f"{{ include: ({ONE_OF_EACH_COLOR})() }}")
    dark_and_light = (("dark", *colors), ("light", LEVELS, "document"))
    quick = (("light", *colors), ("light", LEVELS | WITHOUT_COLORS, "document"))
    for scheme, rules, nodes in dark_and_light if IS_WHOLE else quick:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        problems += [f"{name}, {scheme}: {problem}" for problem in _axe(page, rules, nodes)]
    return problems


def _misfits(page: Page, name: str, covered: bool = True) -> list[str]:
    """What does not fit, or lies under the sign."""
    checks = {"scrolls sideways": SIDEWAYS, "cut": CUT} | ({"under the sign": COVERED} if covered else {})
    answers = page.evaluate(f"() => [{', '.join(f'({check})()' for check in checks.values())}]")
    return [f"{name}: {what}: {nodes}" for what, nodes in zip(checks, answers, strict=True) if nodes]


def _axe(page: Page, rules: dict[str, Any], nodes: str) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.axe_script)
    violations = page.evaluate(
        f"(options) => axe.run({nodes}, options).then(({{ violations }}) => violations)", rules | READ
    )
    pairs = [(violation["id"], node) for violation in violations for node in violation["nodes"]]
    return [f"axe {rule}: {node['target']} {_why(node)}" for rule, node in pairs]


def _why(node: dict[str, list[dict[str, str]]]) -> str:
    return "; ".join(check["message"] for check in [*node["any"], *node["all"], *node["none"]])[:200]


#: The template of the last page at each path, and the templates that were looked at.
_templates: dict[str, str] = {}
_checked_templates: set[str] = set()


def _note_template(_: Flask, template: Template, **__: Any) -> None:
    if request and template.name:
        _templates[request.path] = template.name


# The server runs in a thread of this process.
template_rendered.connect(_note_template)


def is_new(page: Page) -> bool:
    """If this page has to be looked at: `make test` looks at one page of every template, `make test-all` at all."""
    template = _templates.get(urlsplit(page.url).path)
    if IS_WHOLE or template is None:
        return True
    is_first = template not in _checked_templates
    _checked_templates.add(template)
    return is_first


class Walk:
    """A walk through pages that collects everything that is wrong with them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[str] = []

    def look(self, name: str) -> None:
        if is_new(self.page):
            self.problems += find_problems(self.page, name)

    def visit(self, path: str, name: str) -> None:
        self.page.goto(path)
        self.look(name)

    def unfold_all(self) -> None:
        self.page.evaluate("document.querySelectorAll('details:not(.menu)').forEach((fold) => { fold.open = true })")

    def done(self) -> None:
        assert not self.problems, "\n".join(self.problems)
