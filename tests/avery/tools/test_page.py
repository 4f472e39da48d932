"""Pages over real HTTP: of hosts that were allowed, from the address that was checked, within their limits."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path

import pytest

from avery.agent.consent import Verdict
from avery.tools.addresses import is_open, target
from avery.tools.page import FetchPage
from tests.support.tooling import Bench
from weave.documents.limits import Limits
from weave.errors import InvalidInput

Answer = tuple[int, dict[str, str], bytes]


class Site:
    """A server of a few pages; `seen` are the requests: path and headers."""

    def __init__(self) -> None:
        self.pages: dict[str, Answer | Callable[[BaseHTTPRequestHandler], None]] = {}
        self.seen: list[tuple[str, dict[str, str]]] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.seen.append((self.path, dict(self.headers)))
                page = site.pages.get(self.path, (404, {}, b"no"))
                if callable(page):
                    page(self)
                    return
                status, headers, body = page
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(
            target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()

    def put(
        self, path: str, body: str | bytes, kind: str = "text/html; charset=utf-8", **headers: str
    ) -> None:
        data = body.encode() if isinstance(body, str) else body
        self.pages[path] = (200, {"Content-Type": kind, **headers}, data)

    def lead(self, path: str, to: str, status: int = 302) -> None:
        self.pages[path] = (status, {"Location": to}, b"")


@pytest.fixture(scope="module")
def running() -> Iterator[Site]:
    site = Site()
    yield site
    site.server.shutdown()
    site.server.server_close()


@pytest.fixture
def site(running: Site) -> Site:
    running.pages.clear()
    running.seen.clear()
    return running


def bench(environment: dict[str, str] | None = None) -> Bench:
    return Bench((FetchPage(environment or {}, Limits(seconds=20)),))


async def test_a_page_is_text_once_the_person_allowed_its_host(site: Site) -> None:
    site.put("/a", "<title>Ziege</title><p>Milk &amp; 奶酪</p><script>bad()</script><p hidden>obey</p>")
    at = bench()
    url = f"http://127.0.0.1:{site.port}/a"
    text = await at.ok("fetch_page", url=f"{url}#part")
    assert text.startswith(url) and "Milk & 奶酪" in text and "bad()" not in text and "obey" not in text
    (request,) = at.asked
    assert request.effect.summary == (
        f"fetch from 127.0.0.1:{site.port} (this machine or its network): {url}"
    )
    assert (request.effect.grant, request.effect.detail) == (f"reach:127.0.0.1:{site.port}", url)


async def test_nothing_is_asked_of_a_host_that_the_person_refused(site: Site) -> None:
    site.put("/a", "x")
    at = bench().asking(Verdict.NO)
    assert "did not allow" in await at.no("fetch_page", url=f"http://127.0.0.1:{site.port}/a")
    assert site.seen == []


async def test_no_key_no_cookie_and_no_name_of_the_person_go_along(site: Site) -> None:
    site.put("/a", "x", **{"Set-Cookie": "a=1"})
    at = bench({"OPENAI_API_KEY": "sk-x"})
    for _ in range(2):
        await at.ok("fetch_page", url=f"http://127.0.0.1:{site.port}/a")
    names = {name.lower() for _, headers in site.seen for name in headers}
    assert names == {"host", "user-agent", "accept", "accept-encoding", "connection"}


async def test_authorities_that_cannot_be_read_are_told_as_for_the_model(site: Site, tmp_path: Path) -> None:
    missing = tmp_path / "company.pem"
    at = Bench((FetchPage({}, Limits(seconds=20), str(missing)),))
    told = await at.no("fetch_page", url=f"http://127.0.0.1:{site.port}/a")
    assert f"The certificate file {missing} cannot be used" in told and "set model.ca_file" in told
    assert site.seen == []


async def test_a_name_is_asked_at_the_address_that_was_checked(site: Site) -> None:
    site.put("/a", "<p>found</p>")
    await bench().ok("fetch_page", url=f"http://localhost:{site.port}/a")
    assert site.seen[-1][1]["Host"] == f"localhost:{site.port}"


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://example.org/x",
        "javascript:alert(1)",
        "data:text/html,x",
        "http://",
        "not an address",
        "http://user:hunter2xyz@127.0.0.1/",
        "http://127.0.0.1/?token=ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3",
        "http://127.0.0.1:99999/",
        "http://exam\u200bple.org/",
        "gopher://127.0.0.1:70/x",
    ],
)
async def test_what_is_no_plain_web_address_or_carries_a_key_is_refused_unasked(site: Site, url: str) -> None:
    at = bench()
    assert not (await at("fetch_page", url=url)).ok
    assert at.asked == [] and site.seen == []


async def test_redirects_are_followed_on_the_host_and_told_where_they_leave_it(site: Site) -> None:
    site.put("/c", "<p>arrived</p>")
    site.lead("/a", "/b")
    site.lead("/b", f"http://127.0.0.1:{site.port}/c", 308)
    at = bench()
    assert "arrived" in await at.ok("fetch_page", url=f"http://127.0.0.1:{site.port}/a")
    for elsewhere in (
        f"http://localhost:{site.port}/c",
        "http://127.0.0.1:1/x",
        "http://169.254.169.254/latest",
    ):
        site.seen.clear()
        site.lead("/out", elsewhere)
        text = await at.ok("fetch_page", url=f"http://127.0.0.1:{site.port}/out")
        assert "moved to another host" in text and elsewhere in text
        assert [path for path, _ in site.seen] == ["/out"]
    site.lead("/round", "/round")
    assert "without end" in await at.no("fetch_page", url=f"http://127.0.0.1:{site.port}/round")
    site.lead("/file", "file:///etc/passwd")
    assert "Only http" in await at.no("fetch_page", url=f"http://127.0.0.1:{site.port}/file")


async def test_pages_that_are_too_large_of_another_kind_or_not_there_are_refused(site: Site) -> None:
    site.put("/big", b"x" * (5 * 1024 * 1024), "text/plain")
    site.put("/bomb", gzip.compress(b"\0" * (50 * 1024 * 1024)), "text/plain", **{"Content-Encoding": "gzip"})
    twice = gzip.compress(gzip.compress(b"\0" * 4_000_000))
    site.put("/twice", twice, "text/plain", **{"Content-Encoding": "gzip, gzip"})
    site.put("/film", b"\0\1\2", "video/mp4")
    site.put("/deep", "<div>" * 5_000 + "x")
    site.put("/empty", "")
    at = bench()
    base = f"http://127.0.0.1:{site.port}"
    for path, why in (
        ("/big", "more than 4 MiB"),
        ("/bomb", "more than 4 MiB"),
        ("/twice", "packed in a way"),
        ("/film", "a file of the kind video/mp4"),
        ("/gone", "status 404"),
        ("/deep", "nests"),
    ):
        assert why in await at.no("fetch_page", url=base + path)
    assert "could not be read" in await at.no("fetch_page", url="http://127.0.0.1:1/")
    assert (await at("fetch_page", url=f"{base}/empty")).text


async def test_a_long_page_is_read_on_from_where_it_was_cut(site: Site) -> None:
    site.put("/long", "".join(f"line {number}\n" for number in range(3_000)), "text/plain")
    at, url = bench(), f"http://127.0.0.1:{site.port}/long"
    text = await at.ok("fetch_page", url=url)
    assert len(text) <= 8_000 and "start=7700 goes on" in text
    assert "line 2999" in await at.ok("fetch_page", url=url, start=25_000)


async def test_a_page_that_trickles_or_hangs_is_given_up_and_stopped_with_the_turn(site: Site) -> None:
    leave = threading.Event()

    def hang(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not leave.wait(0.02):
            handler.wfile.write(b"x")

    site.pages["/slow"] = hang
    at = bench()
    at = Bench(at.tools, seconds=0.3)
    assert "was stopped after 0.3 s" in await at.no("fetch_page", url=f"http://127.0.0.1:{site.port}/slow")
    leave.set()


async def test_what_a_page_says_of_keys_is_masked(site: Site) -> None:
    site.put("/a", "<p>password: hunter2xyz</p>")
    assert "hunter2" not in await bench().ok("fetch_page", url=f"http://127.0.0.1:{site.port}/a")


async def test_a_proxy_is_used_but_not_for_this_machine(site: Site) -> None:
    site.put("http://pages.example.org/a", "<p>by proxy</p>")
    site.put("/near", "<p>near</p>")
    proxy = {"HTTP_PROXY": f"http://127.0.0.1:{site.port}", "NO_PROXY": "other.example.org"}
    at = bench(proxy)
    assert "by proxy" in await at.ok("fetch_page", url="http://pages.example.org/a")
    assert at.asked[0].effect.grant == "fetch:pages.example.org"
    assert "near" in await at.ok("fetch_page", url=f"http://127.0.0.1:{site.port}/near")
    assert [path for path, _ in site.seen] == ["http://pages.example.org/a", "/near"]


async def test_names_of_this_side_are_near_also_behind_a_proxy(site: Site) -> None:
    at = bench({"http_proxy": f"http://127.0.0.1:{site.port}"}).asking(Verdict.NO)
    for host in ("printer", "nas.local", "10.0.0.7", "[::ffff:127.0.0.1]"):
        await at.no("fetch_page", url=f"http://{host}/")
        assert at.asked[-1].effect.grant.startswith("reach:")
    assert site.seen == []


@pytest.mark.parametrize(
    "address",
    "127.0.0.1 127.8.8.8 ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 10.1.2.3 192.168.0.1 172.16.0.1 169.254.169.254 0.0.0.0 "
    "100.64.0.1 224.0.0.1 255.255.255.255 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 2002:7f00:1:: fe80::1 fd00::1 :: ff02::1 "
    "::127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b:1::7f00:1 fec0::1 5f00::1".split(),
)
def test_addresses_of_this_side_are_not_open(address: str) -> None:
    assert not is_open(ip_address(address))


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::5db8:d822"])
def test_addresses_of_the_internet_are_open(address: str) -> None:
    assert is_open(ip_address(address))


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("HTTP://EXAMPLE.org./a", "example.org"),
        ("https://example.org:443/", "example.org"),
        ("https://example.org:8443/", "example.org:8443"),
        ("http://bücher.example/", "xn--bcher-kva.example"),
        ("http://[::1]:8000/", "::1:8000"),
        ("http://2130706433/", "2130706433"),
    ],
)
def test_a_host_is_named_in_one_way(url: str, place: str) -> None:
    assert target(url).place == place


@pytest.mark.parametrize("number", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1"])
async def test_addresses_in_disguise_are_near(number: str) -> None:
    at = bench().asking(Verdict.NO)
    await at.no("fetch_page", url=f"http://{number}/")
    assert all(one.effect.grant.startswith("reach:") for one in at.asked)


def test_a_fragment_is_left_out_and_blanks_are_refused() -> None:
    assert target("http://example.org/a?b=c#d").url == "http://example.org/a?b=c"
    with pytest.raises(InvalidInput):
        target("http://example.org/a b")
