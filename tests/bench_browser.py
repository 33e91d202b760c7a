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
from tests.bench_save import Tables
from tests.browser.conftest import PHONE, find_browser

FIRST_CONTROL_LIMIT = 1.0
#: Fast 3G as browsers simulate it: 150 ms, 1.6 Mbit/s down, 750 kbit/s up.
FAST_3G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
#: By its path, the control to wait for; a table of The Original is measured too.
PAGES = {"/": ".tiles a", "/new/original": "button.primary"}
TABLE_CONTROL, HANDS = "button.save", 8


def first_control(browser: Browser, address: str, control: str, session: str) -> float:
    """Seconds from asking for a page to its first control, on a phone that has nothing of it stored."""
    context = browser.new_context(viewport=PHONE)
    context.add_cookies([{"name": "session", "value": session, "url": address}])
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
    """The first control of the pages that a newcomer meets, and of a table with some hands."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app({}, Path(folder))
        tables = Tables(app, 1, HANDS)
        pages = PAGES | {f"/t/{tables.ids[0]}": TABLE_CONTROL}
        server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=find_browser())
        address = f"http://127.0.0.1:{server.server_port}"
        best = {
            path: min(first_control(browser, address + path, control, tables.session) for _ in range(3))
            for path, control in pages.items()
        }
        browser.close()
        server.shutdown()
    for path, seconds in best.items():
        print(f"first control of {path} on fast 3G, 4 × slower: {seconds:.2f} s (at most {FIRST_CONTROL_LIMIT})")
    return max(best.values()) <= FIRST_CONTROL_LIMIT
