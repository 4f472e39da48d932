"""The embedded server's life: never an orphan, never a port, never in the way of the next start."""

from __future__ import annotations

import os
import signal
import socketserver
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.support.graphs import gone, opened, server_of, stating
from tests.support.memories import ask
from weave.backends import falkor_binaries
from weave.backends.falkor_process import FalkorProcess, patience
from weave.backends.falkor_socket import socket_path
from weave.backends.graph import GraphMemory
from weave.errors import BackendUnavailable

OWNER = """
import sys, time
from pathlib import Path
from weave.backends.falkor_process import FalkorProcess
graph = FalkorProcess(Path(sys.argv[1]))
graph.start()
print(graph.record.pid, flush=True)
time.sleep(60)
"""


def owner(folder: Path) -> tuple[subprocess.Popen[str], psutil.Process]:
    """Another Python process with an open graph, and its server."""
    child = subprocess.Popen([sys.executable, "-c", OWNER, str(folder)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    return child, psutil.Process(int(child.stdout.readline()))


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_killing_the_owner_ends_its_server_within_three_seconds_and_loses_nothing(tmp_path: Path) -> None:
    child, server = owner(tmp_path)
    writer = GraphMemory(tmp_path / "unused", url=f"unix://{socket_path(tmp_path)}")
    writer.open()
    writer.upsert([stating(f"n{n}", ("Kenji", "owns", f"thing {n}")) for n in range(500)])
    child.kill()
    child.wait()
    assert gone(server, 3)
    writer.close()
    with opened(tmp_path) as graph:
        assert graph.count() == 500


def test_ctrl_c_in_the_terminal_does_not_reach_the_server(tmp_path: Path) -> None:
    with opened(tmp_path) as graph:
        assert os.getsid(server_of(graph).pid) != os.getsid(0)


def test_closing_ends_the_server_and_its_shell_and_keeps_what_was_written(tmp_path: Path) -> None:
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    with opened(tmp_path) as graph:
        graph.upsert([stating("x", ("Kenji", "plays", "shogi"))])
        server, socket = server_of(graph), Path(graph._link.process.socket if graph._link.process else "")
        assert socket.exists()
    assert gone(server, 1) and not socket.exists()
    assert {child.pid for child in psutil.Process().children(recursive=True)} <= before
    with opened(tmp_path) as graph:
        assert graph.count() == 1


def test_it_listens_on_no_port_and_its_socket_is_private(tmp_path: Path) -> None:
    with opened(tmp_path) as graph:
        server = server_of(graph)
        assert server.net_connections("inet") == []
        socket = Path(graph._link.process.socket if graph._link.process else "")
        assert stat.S_IMODE(socket.stat().st_mode) == 0o700
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
        assert not any(name in server.environ() for name in ("HOME", "OPENAI_API_KEY", "USER"))
        assert all(stat.S_IMODE(path.stat().st_mode) & 0o077 == 0 for path in tmp_path.rglob("*.aof"))


def test_after_kill_9_of_the_server_the_next_call_recovers_with_all_that_was_written(tmp_path: Path) -> None:
    with opened(tmp_path) as graph:
        shogi = stating("x", ("Kenji", "plays", "shogi"))
        graph.upsert([shogi])
        server_of(graph).kill()
        assert [hit.id for hit in graph.search(ask("Kenji"))] == [shogi.id]
        server_of(graph).kill()
        graph.upsert([stating("y", ("Ana", "plays", "go"))])
        assert graph.count() == 2


def test_what_the_killed_server_had_not_kept_is_written_again(tmp_path: Path) -> None:
    with opened(tmp_path) as graph:
        graph.upsert([stating("x", ("Kenji", "plays", "shogi"))])
        server_of(graph).kill()
        for log in tmp_path.rglob("*.incr.aof"):
            log.write_bytes(b"")
        assert graph.count() == 1 and len(graph.search(ask("shogi"))) == 1


def test_a_hung_server_blocks_no_call_for_more_than_a_few_seconds_and_is_replaced(tmp_path: Path) -> None:
    with opened(tmp_path) as graph:
        graph.upsert([stating("x", ("Kenji", "plays", "shogi"))])
        server = server_of(graph)
        server.suspend()
        started = time.monotonic()
        with pytest.raises(BackendUnavailable, match="did not answer in time"):
            graph.search(ask("Kenji"))
        assert time.monotonic() - started < 7
        assert len(graph.search(ask("Kenji"))) == 1
        assert server_of(graph).pid != server.pid and gone(server, 1)


def test_a_server_that_an_earlier_process_left_is_adopted_and_ends_with_the_new_one(tmp_path: Path) -> None:
    child, server = owner(tmp_path)
    shell = server.parent()
    assert shell is not None and shell.name() == "sh"
    for keeper in [shell, *[child for child in shell.children() if child.pid != server.pid]]:
        keeper.kill()
    child.kill()
    child.wait()
    assert server.is_running()
    with opened(tmp_path) as graph:
        process = graph._link.process
        assert process is not None and process.adopted
        assert server_of(graph).pid == server.pid
        graph.upsert([stating("x", ("Kenji", "plays", "shogi"))])
    assert gone(server, 3)


def test_a_left_server_that_does_not_answer_is_replaced(tmp_path: Path) -> None:
    child, server = owner(tmp_path)
    shell = server.parent()
    assert shell is not None and shell.name() == "sh"
    for keeper in [shell, *[child for child in shell.children() if child.pid != server.pid]]:
        keeper.kill()
    server.suspend()
    child.kill()
    child.wait()
    with opened(tmp_path) as graph:
        assert server_of(graph).pid != server.pid
    assert gone(server, 1)


def test_a_second_process_on_the_same_folder_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with opened(tmp_path), pytest.raises(BackendUnavailable, match="used by another process"):
        GraphMemory(tmp_path).open()
    with opened(tmp_path) as graph:
        assert graph.health().ok


def test_several_graphs_live_in_one_process_and_end_one_by_one(tmp_path: Path) -> None:
    with opened(tmp_path / "a") as one:
        with opened(tmp_path / "b") as other:
            first, second = server_of(one), server_of(other)
        assert gone(second, 1) and first.is_running()
        assert one.health().ok
    assert gone(first, 1)


def test_a_graph_opened_by_a_thread_outlives_that_thread(tmp_path: Path) -> None:
    graph = GraphMemory(tmp_path)
    thread = threading.Thread(target=graph.open)
    thread.start()
    thread.join()
    server = server_of(graph)
    time.sleep(0.3)
    assert server.is_running() and graph.health().ok
    graph.close()
    assert gone(server, 1)


def test_a_forked_child_keeps_neither_the_server_alive_nor_the_folder_locked(tmp_path: Path) -> None:
    script = OWNER.replace("time.sleep(60)", "import os\nos.fork() or time.sleep(6)\ntime.sleep(60)")
    child = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    server = psutil.Process(int(child.stdout.readline()))
    time.sleep(0.3)
    forked = [c for c in psutil.Process(child.pid).children() if "python" in c.name()]
    child.kill()
    child.wait()
    try:
        assert forked and gone(server, 3)
        with opened(tmp_path) as graph:
            assert graph.health().ok
    finally:
        for process in forked:
            process.kill()


def test_it_starts_where_the_standard_streams_are_no_files(tmp_path: Path) -> None:
    script = OWNER.replace("time.sleep(60)", "graph.stop()").replace(
        "import sys, time",
        "import sys, time, os\nout = os.dup(1)\n[os.close(n) for n in (0, 1, 2)]\nsys.stderr = None",
    )
    script = script.replace("print(", "os.write(out, b'%d' % (").replace(", flush=True)", "))")
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, check=True, timeout=30
    )
    assert not psutil.pid_exists(int(done.stdout))


@pytest.mark.parametrize("damage", [b"\x00garbage\xff" * 50, b"*3\r\n$11\r\nGRAPH.QUERY\r\nxx"])
def test_a_damaged_log_is_set_aside_and_said_in_health(tmp_path: Path, damage: bytes) -> None:
    with opened(tmp_path) as graph:
        graph.upsert([stating("x", ("Kenji", "plays", "shogi"))])
    for log in tmp_path.rglob("*.incr.aof"):
        log.write_bytes(log.read_bytes()[:40] + damage)
    with opened(tmp_path) as graph:
        assert graph.count() == 0
        assert "set aside" in graph.health().detail
        assert (tmp_path / "damaged").exists()
        graph.scrub()
        assert not (tmp_path / "damaged").exists()


def test_a_purge_leaves_no_byte_of_what_was_deleted(tmp_path: Path) -> None:
    with opened(tmp_path) as graph:
        secret, kept = (
            stating("x", ("Zorrowitz", "plays", "quuxball")),
            stating("y", ("Kenji", "plays", "shogi")),
        )
        graph.upsert([secret, kept])
        graph.upsert([secret])
        time.sleep(0.05)
        assert b"orrowitz" in bytes_of(tmp_path)
        graph.delete([secret.id])
        graph.scrub()
        left = bytes_of(tmp_path)
        assert b"orrowitz" not in left and b"quuxball" not in left and secret.id.encode() not in left
    left = bytes_of(tmp_path)
    assert b"orrowitz" not in left and b"quuxball" not in left and secret.id.encode() not in left
    with opened(tmp_path) as graph:
        assert [hit.id for hit in graph.search(ask("Kenji"))] == [kept.id]


def test_missing_binaries_and_libraries_are_sentences_with_the_step(tmp_path: Path) -> None:
    with pytest.raises(BackendUnavailable, match=r"correct falkordb\.binaries"):
        FalkorProcess(tmp_path / "data", tmp_path).start()
    log = "Module falkordb.so failed to load: libgomp.so.1: cannot open shared object file: No such file"
    assert "apt-get install libgomp1" in str(falkor_binaries.missing(log))
    assert "GLIBC_2.38" in str(
        falkor_binaries.missing("version `GLIBC_2.38' not found (required by redis-server)")
    )
    assert falkor_binaries.missing("Ready to accept connections") is None


def test_an_unwritable_folder_is_a_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x")
    with pytest.raises(BackendUnavailable, match="cannot be used"):
        GraphMemory(blocked / "falkordb").open()


def test_a_socket_path_is_short_however_deep_the_home_lies(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["a-folder-with-a-long-name"] * 6)
    assert len(os.fsencode(socket_path(deep))) <= 100
    with opened(deep) as graph:
        assert graph.health().ok


def test_sigterm_to_the_owner_ends_the_server_too(tmp_path: Path) -> None:
    child, server = owner(tmp_path)
    child.send_signal(signal.SIGTERM)
    child.wait()
    assert gone(server, 3)


def _emptied(data: bytes) -> bytes:
    return b""


def _cut(data: bytes) -> bytes:
    return data[:10]


def _other_command(data: bytes) -> bytes:
    return data.replace(b"graph.QUERY", b"graph.QUERX").replace(b"GRAPH.EFFECT", b"GRAPH.EFFECX")


def _other_value(data: bytes) -> bytes:
    return data[:-60] + bytes(byte ^ 0xFF for byte in data[-60:-30]) + data[-30:]


@pytest.mark.parametrize(
    ("files", "harm"),
    [
        ("*.manifest", _emptied),
        ("*.manifest", _cut),
        ("*.manifest", None),
        ("*.incr.aof", None),
        ("*.base.rdb", None),
        ("*.incr.aof", _other_command),
        ("*.incr.aof", _other_value),
    ],
)
def test_whatever_is_wrong_with_the_stored_graph_it_starts_again(
    tmp_path: Path, files: str, harm: Callable[[bytes], bytes] | None
) -> None:
    with opened(tmp_path) as graph:
        graph.upsert([stating("x", ("Kenji", "plays", "shogi"))])
    (path,) = tmp_path.rglob(files)
    path.unlink() if harm is None else path.write_bytes(harm(path.read_bytes()))
    with opened(tmp_path) as graph:
        tea = stating("y", ("Ana", "drinks", "tea"))
        graph.upsert([tea])
        assert tea.id in {hit.id for hit in graph.search(ask("Ana tea"))}


@pytest.mark.parametrize("words", ["No space left on device", "Permission denied"])
def test_what_the_system_refuses_is_no_damage_and_is_said(words: str) -> None:
    log = f"Can't open the append-only file: {words}"
    assert falkor_binaries.damage(log, ended=True) is None
    assert words.lower() in (falkor_binaries.hindrance(log) or "")


def test_something_else_at_the_servers_address_is_said(tmp_path: Path) -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), _Web) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        graph = GraphMemory(tmp_path, url=f"redis://127.0.0.1:{server.server_address[1]}")
        with pytest.raises(BackendUnavailable, match=r"no FalkorDB server; correct falkordb\.url"):
            graph.open()
        graph.close()
        server.shutdown()


class _Web(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        self.request.recv(1000)
        self.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def test_a_server_is_given_longer_the_more_it_has_to_read_in(tmp_path: Path) -> None:
    small = patience(tmp_path)
    (tmp_path / "appendonly.base.rdb").write_bytes(b"x" * 3_000_000)
    assert patience(tmp_path) == small + 3
