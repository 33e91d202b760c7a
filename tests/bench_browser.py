"""Part of `make bench`: the first control on a phone with fast 3G and a processor four times slower (at most 1.0 s)."""

from __future__ import annotations

import logging
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

from scorekeeper.web import create_app
from tests.browser.conftest import PHONE, find_browser

FIRST_CONTROL_LIMIT = 1.0
#: Fast 3G as browsers simulate it: 150 ms, 1.6 Mbit/s down, 750 kbit/s up.
FAST_3G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
PAGES = {"/": ".tiles a", "/new/original": "button.primary"}


def first_control(browser: Browser, address: str, control: str) -> float:
    """Seconds from asking for a page to its first control, on a phone that has never been here."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", FAST_3G)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    begin = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(control, state="visible")
    seconds = time.perf_counter() - begin
    context.close()
    return seconds


def opening() -> bool:
    """The first control of the pages that a newcomer meets."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = make_server("127.0.0.1", 0, create_app({}, Path(folder)), threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=find_browser())
        address = f"http://127.0.0.1:{server.server_port}"
        best = {
            path: min(first_control(browser, address + path, control) for _ in range(3))
            for path, control in PAGES.items()
        }
        browser.close()
        server.shutdown()
    for path, seconds in best.items():
        print(f"first control of {path} on fast 3G, 4 × slower: {seconds:.2f} s (at most {FIRST_CONTROL_LIMIT})")
    return max(best.values()) <= FIRST_CONTROL_LIMIT
