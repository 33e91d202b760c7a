"""The app behind a proxy set up as the README says, on a port that is not the usual one."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import pytest
from werkzeug.serving import make_server

from scorekeeper.web import create_app
from tests.conftest import put_away

README = Path(__file__).parents[3] / "README.md"
NAMES = ["Ann", "Ben", "Cal", "Dot"]
TIMEOUT = 30
FORM = "application/x-www-form-urlencoded"


def nginx_headers(variables: dict[str, str]) -> dict[str, str]:
    """What the README's nginx sets in each request it passes on."""
    lines = re.findall(r"proxy_set_header ([\w-]+) (\S+);", README.read_text("utf-8"))
    return {name: variables.get(value, value.strip('"')) for name, value in lines}


def proxy_to(target: int, scheme: str) -> type[BaseHTTPRequestHandler]:
    """A proxy that passes on what it gets as nginx would."""

    class Proxy(BaseHTTPRequestHandler):
        def pass_on(self) -> None:
            host = self.headers["Host"]
            variables = {
                "$http_host": host,
                "$host": host.split(":")[0],
                "$remote_addr": "192.0.2.7",
                "$scheme": scheme,
            }
            own = nginx_headers(variables)
            passed = {name: value for name, value in self.headers.items() if name.lower() != "host"} | own
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            with closing(http.client.HTTPConnection("127.0.0.1", target, timeout=TIMEOUT)) as line:
                line.request(self.command, self.path, body, passed)
                answer = line.getresponse()
                content = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("connection", "transfer-encoding", "content-length", "server", "date"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = pass_on  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Requests are not logged."""

    return Proxy


@contextmanager
def proxied(folder: Path, scheme: str) -> Iterator[int]:
    """The port of a proxy in front of the app."""
    app = create_app({"PROXIES": 1}, folder)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), proxy_to(server.server_port, scheme))
    threads = [Thread(target=one.serve_forever) for one in (server, proxy)]
    for thread in threads:
        thread.start()
    try:
        yield proxy.server_port
    finally:
        for one, thread in ((proxy, threads[1]), (server, threads[0])):
            one.shutdown()
            thread.join()
            one.server_close()
        put_away(app)


class Browser:
    """A browser at this address, with its cookie."""

    def __init__(self, scheme: str, port: int) -> None:
        self.port, self.origin, self.cookie = port, f"{scheme}://rook.example.org:{port}", ""

    def ask(
        self, method: str, path: str, body: str = "", kind: str = "application/x-www-form-urlencoded"
    ) -> tuple[str, str]:
        """Where the answer leads, and its text; an error fails."""
        headers = {"Host": self.origin.partition("//")[2], "Referer": f"{self.origin}{path}", "Cookie": self.cookie}
        if method == "POST":
            headers |= {"Origin": self.origin, "Content-Type": kind, "X-Rook": "sync"}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)) as line:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            text = answer.read().decode()
        assert answer.status in (200, 303), (answer.status, text[:500])
        self.cookie = (answer.headers.get("Set-Cookie") or self.cookie).partition(";")[0]
        return answer.headers.get("Location", ""), text


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_forms_links_and_waiting_entries_work_behind_the_readme_proxy(tmp_path: Path, scheme: str) -> None:
    with proxied(tmp_path, scheme) as port:
        browser = Browser(scheme, port)
        _, page = browser.ask("GET", "/new/original")
        [token] = set(re.findall(r'name="csrf_token"[^>]* value="([^"]+)"', page))
        form = {"csrf_token": token, "dealer": "0", "players": NAMES}
        table, _ = browser.ask("POST", "/new/original", urlencode(form, doseq=True))
        # A redirect stays where the phone is.
        path = table.removeprefix(browser.origin)
        assert path.startswith("/t/")
        _, share = browser.ask("GET", f"{path}/share")
        links = re.findall(r'value="([^"]+/join/[^"]+)"', share)
        assert links
        assert all(link.startswith(f"{browser.origin}{path}/join/") for link in links)
        hand = {"bidder": 1, "bid": 95, "trump": "green", "captured": [25, 95]}
        entry = {"hand": 1, "base": 0, "facts": hand, "token": "t" * 22, "confirmed": False, "replaces": []}
        _, answer = browser.ask("POST", f"{path}/sync", json.dumps(entry), "application/json")
        assert json.loads(answer)["state"] == "saved"
