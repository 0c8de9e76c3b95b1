"""How the page is delivered: compressed once at build time, cached for as long as possible, checked by its hash."""

import gzip
import re
from pathlib import Path

import pytest

from paiju.server.web import static_files
from tests.server.serving import Running, http_client, serving

pytestmark = pytest.mark.anyio

SCRIPT = b"export const answer = 42; // " + b"a long comment " * 100
INDEX = (
    b'<!doctype html><style>body{margin:0}</style><meta property="og:image" content="{{base}}/preview.png">'
    b'<script type="module" src="./assets/index-abc.js"></script>'
)


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page as the build leaves it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(INDEX)
    (folder / "icon.svg").write_bytes(b"<svg/>")
    script = folder / "assets" / "index-abc.js"
    script.write_bytes(SCRIPT)
    script.with_name("index-abc.js.gz").write_bytes(gzip.compress(SCRIPT, mtime=0))
    script.with_name("index-abc.js.br").write_bytes(b"brotli")
    monkeypatch.setattr(static_files, "STATIC", folder)
    return folder


async def got(server: Running, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    async with http_client(server.base) as http:
        async with http.stream("GET", path, headers={"accept-encoding": "identity", **headers}) as answer:
            body = b"".join([part async for part in answer.aiter_raw()])
        return answer.status_code, dict(answer.headers), body


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("*", "br"),
        ("identity", ""),
        ("", ""),
    ],
)
async def test_files_are_sent_in_the_smallest_form_a_browser_accepts(
    tmp_path: Path, built: Path, accepted: str, encoding: str
) -> None:
    async with serving(tmp_path) as server:
        status, headers, body = await got(server, "/assets/index-abc.js", **{"accept-encoding": accepted})
        assert status == 200
        assert headers.get("content-encoding", "") == encoding
        assert headers["vary"] == "accept-encoding"
        assert headers["content-type"].startswith("text/javascript")
        assert body == {"br": b"brotli", "gzip": gzip.compress(SCRIPT, mtime=0), "": SCRIPT}[encoding]


async def test_what_has_a_hash_in_its_name_is_kept_forever_and_the_rest_is_asked_for_again(
    tmp_path: Path, built: Path
) -> None:
    async with serving(tmp_path) as server:
        _, headers, _ = await got(server, "/assets/index-abc.js")
        assert "immutable" in headers["cache-control"]
        _, headers, _ = await got(server, "/icon.svg")
        assert headers["cache-control"] == "public, max-age=86400"
        for name in ("first.css", "worker.js", "offline.html", "app.webmanifest"):
            (built / name).write_text("of this version", encoding="utf-8")
            _, headers, _ = await got(server, f"/{name}")
            assert headers["cache-control"] == "no-cache", name
        _, headers, _ = await got(server, "/")
        assert headers["cache-control"] == "no-cache"
        status, again, body = await got(server, "/", **{"if-none-match": headers["etag"]})
        assert (status, body, again["etag"]) == (304, b"", headers["etag"])
        status, _, _ = await got(server, "/", **{"if-none-match": '"other"'})
        assert status == 200
        (built / "index.html").write_bytes(INDEX + b"<!-- new -->")
        status, _, _ = await got(server, "/", **{"if-none-match": headers["etag"]})
        assert status == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [("a" * 3000, 302), ("a" * 300 + ".js", 404), ("a/" * 3000 + "x.js", 404)],
    ids=["place", "name", "folders"],
)
async def test_no_path_is_too_long(tmp_path: Path, built: Path, path: str, status: int) -> None:
    async with serving(tmp_path) as server:
        assert (await got(server, f"/{path}"))[0] == status
        assert server.service.metrics.incidents._value.get() == 0


async def test_hidden_files_and_paths_of_the_api_are_not_part_of_the_page(tmp_path: Path, built: Path) -> None:
    (built / ".secret.js").write_text("hidden", encoding="utf-8")
    async with serving(tmp_path) as server:
        for path in ("/.secret.js", "/assets/..%5Cindex-abc.js", "/api", "/api/nothing", "/socket.io.js"):
            assert (await got(server, path))[0] == 404, path


async def test_a_server_without_a_built_page_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_files, "STATIC", tmp_path / "nothing")
    async with serving(tmp_path) as server:
        status, _, body = await got(server, "/")
        assert (status, b"make" in body) == (200, True)


async def test_the_page_names_its_public_address(tmp_path: Path, built: Path) -> None:
    async with serving(tmp_path, public_url="https://cards.example.org") as server:
        _, headers, body = await got(server, "/", **{"accept-encoding": "br, gzip"})
        assert headers["content-encoding"] == "gzip"
        page = gzip.decompress(body).decode()
        assert 'content="https://cards.example.org/preview.png"' in page
        assert "style-src 'self';" in headers["content-security-policy"]


async def test_the_built_page_has_something_to_see_before_any_script(tmp_path: Path) -> None:
    index = static_files.STATIC / "index.html"
    if not index.exists():
        pytest.skip("the page has not been built")
    text = index.read_text(encoding="utf-8")
    assert "<style" not in text  # the policy forbids it
    small, large = (text.index(name) for name in ('href="./first.css"', 'rel="stylesheet" crossorigin href="./assets/'))
    assert small < text.index('<div class="first">') < large
    for name in re.findall(r'(?:src|href)="\./(assets/[^"]+\.(?:js|css))"', text):
        whole = static_files.STATIC / name
        if whole.stat().st_size >= 400:
            packed = [whole.with_name(whole.name + ending).stat().st_size for ending in (".br", ".gz")]
            assert max(packed) < whole.stat().st_size
