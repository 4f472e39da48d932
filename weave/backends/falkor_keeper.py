"""Never an orphan: a shell that ends a server when this process is gone, however it went.

The shell reads a pipe whose write end only we hold; it is closed by the kernel when we end, kill -9 included.
(PR_SET_PDEATHSIG is Linux only, and tied to the thread that started the child.) The shell has a session of its
own, so that Ctrl+C in the terminal passes it by, and none of our standard streams, which inside a terminal app
are no real files.
"""

from __future__ import annotations

import os
import subprocess

from weave.lock import close_after_fork

# The server inherits descriptor 4, the data folder's lock, from the shell's standard output.
_SPAWN = """
exec 3<&0 4>&1 1>&2 </dev/null
"$@" 3<&- & server=$!
( exec 4>&-; while read -r _; do :; done <&3
  kill -TERM "$server"; sleep 2; kill -KILL "$server" ) 2>/dev/null & watcher=$!
wait "$server"; status=$?
kill -KILL "$watcher" 2>/dev/null
exit "$status"
"""
# The same end for a server that an earlier process started, which is no child of this shell.
_WATCH = """
exec 3<&0 </dev/null
while read -r _; do :; done <&3
kill -TERM "$1" 2>/dev/null && sleep 2 && kill -KILL "$1" 2>/dev/null
"""
_ENVIRONMENT = {"PATH": "/usr/bin:/bin:/usr/local/bin", "LC_ALL": "C", "OMP_NUM_THREADS": "1"}
_PATIENCE = 6.0


class Keeper:
    """The shell beside one server."""

    def __init__(self) -> None:
        self._shell: subprocess.Popen[bytes] | None = None
        self._pipe: int | None = None
        close_after_fork(self, Keeper._close_pipe)

    def spawn(self, command: list[str], *, lock: int, log: int) -> None:
        """Start a server that holds `lock` and writes its words to `log`."""
        self._run([_SPAWN, "weave", *command], lock, log)

    def watch(self, pid: int) -> None:
        """Be the end of a server that runs already."""
        self._run([_WATCH, "weave", str(pid)], subprocess.DEVNULL, subprocess.DEVNULL)

    def alive(self) -> bool:
        """Whether the server (or the watcher of an adopted one) still runs."""
        return self._shell is not None and self._shell.poll() is None

    def let_go(self) -> None:
        """Close the pipe, upon which the shell ends what still runs, and gather the shell."""
        self._close_pipe()
        shell, self._shell = self._shell, None
        if shell is None:
            return
        try:
            shell.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            shell.kill()
            shell.wait()

    def _close_pipe(self) -> None:
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            os.close(pipe)

    def _run(self, script: list[str], out: int, error: int) -> None:
        self.let_go()
        reader, self._pipe = os.pipe()  # no other child inherits either end
        try:
            self._shell = subprocess.Popen(
                ["/bin/sh", "-c", *script],
                stdin=reader,
                stdout=out,
                stderr=error,
                env=_ENVIRONMENT,
                cwd="/",
                start_new_session=True,
                umask=0o077,
            )
        finally:
            os.close(reader)
