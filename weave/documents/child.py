"""The process in which a file is parsed: confined before it looks at a byte, gone when it has answered.

Reads the file from standard input, answers on standard output with lines of JSON, and can write to nothing else. Run as
`python -I -B -c "…; from weave.documents.child import main; main()" REQUEST`, where REQUEST is JSON with the
file's name and the limits.
"""

from __future__ import annotations

import gc
import json
import math
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any

from weave.documents.limits import Limits
from weave.documents.refusal import Refusal

MEMORY, BROKEN = 70, 71
"""Exit codes: memory was not enough; the parser failed."""
COMPILED = (
    *(
        "weave.documents.digest",
        "weave.documents.child",
        "markdown_it",
        "docutils.core",
        "docutils.parsers.rst",
    ),
    *("lxml.etree", "docx", "pypdfium2", "charset_normalizer", "tree_sitter"),
    *(
        f"weave.documents.parsers.{name}"
        for name in ("markdown", "plain", "rst", "pdf", "docx", "html", "webpage")
    ),
    *(f"weave.documents.parsers.{name}" for name in ("link", "epub", "transcript", "code", "memories")),
)
"""Modules that parsing imports."""
_NICE = 10
_RECURSION = 3_000
_FORBIDDEN = (
    "socket.",
    "subprocess.",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "os.system",
    "ftplib.",
    "urllib.",
)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def confine(limits: Limits) -> None:
    """Take away what a parser needs not: memory and time beyond the limits, files to write, sockets, programs."""
    with suppress(OSError):
        os.nice(_NICE)
    sys.setrecursionlimit(_RECURSION)
    sys.addaudithook(_refuse)
    try:
        import resource
    except ImportError:  # not on Windows; the parent's clock still holds
        return
    spend_at_most(limits.seconds)
    wanted = {
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_AS: limits.memory_bytes,
        resource.RLIMIT_DATA: limits.memory_bytes,
    }
    for kind, most in wanted.items():
        hard = resource.getrlimit(kind)[1]
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(
            ValueError, OSError
        ):  # macOS knows RLIMIT_AS and refuses it; the watch below serves there
            resource.setrlimit(kind, (allowed, allowed))
    if sys.platform != "linux":
        watch(limits.memory_bytes)


def spend_at_most(seconds: float) -> None:
    """Processor time: SIGXCPU tells the parent why; a second later there is no arguing."""
    import resource

    most = max(1, math.ceil(seconds))
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    allowed = most + 1 if hard == resource.RLIM_INFINITY else min(most + 1, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (min(most, allowed), allowed))


def watch(memory_bytes: int) -> None:
    """End this process when it holds more memory: for systems that do not limit address space."""
    import resource
    import threading
    import time

    unit = 1 if sys.platform == "darwin" else 1024

    def look() -> None:
        while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit < memory_bytes:
            time.sleep(0.05)
        os._exit(MEMORY)

    threading.Thread(target=look, daemon=True).start()


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    """Nothing that parses has a reason to call out, to start a program, or to write."""
    if event.startswith(_FORBIDDEN):
        raise PermissionError(f"{event} is not for parsers")
    if event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITES:
        raise PermissionError("parsers write nothing")


def answer(name: str, data: bytes, limits: Limits, form: str = "") -> Iterator[str]:
    """The lines of a file's digest, or the one of its refusal."""
    from weave.documents.digest import digested, to_lines
    from weave.documents.parsers.registry import Source, parse

    try:
        digest = digested(parse(Source(name, data, form), limits))
    except Refusal as refusal:
        yield json.dumps(["refusal", str(refusal)])
    except RecursionError:
        yield json.dumps(["refusal", str(limits.nested())])
    else:
        yield from to_lines(digest)


def compile_all() -> None:
    """Import what parsers need, so that Python keeps it compiled; no file is read."""
    with suppress(OSError):
        os.nice(_NICE)
    for module in COMPILED:
        with suppress(ImportError):
            import_module(module)


def _single(request: dict[str, Any], limits: Limits) -> Iterator[str]:
    data = sys.stdin.buffer.read(limits.file_bytes + 1)
    return answer(request["name"], data, limits, request["form"])


def _several(request: dict[str, Any], limits: Limits) -> Iterator[str]:
    """Each file's answer between a line that begins it and one that ends it; none for a file of another kind."""
    from weave.documents.parsers.registry import Source, format_by_name, kind

    for at, (handle, name) in enumerate(request["files"]):
        yield f'["begin", {at}]\n'
        data = os.pread(handle, limits.file_bytes, 0)
        try:
            promised = kind(Source(name, data)) == format_by_name(name)
        except Refusal:
            promised = False
        if promised:
            for line in answer(name, data, limits):
                yield line if line.endswith("\n") else f"{line}\n"
            yield f'["end", {at}]\n'


def main() -> None:
    """One file, one answer; or several small ones. Exit status 0, MEMORY or BROKEN."""
    request = json.loads(sys.argv[1])
    limits = Limits(**request["limits"])
    output = os.dup(1)
    os.dup2(2, 1)  # what a library prints is no part of the answer
    gc.disable()  # short life, much to build: a fifth of the time
    try:
        confine(limits)
        for line in _several(request, limits) if "files" in request else _single(request, limits):
            view = memoryview(line.encode("utf-8", "replace"))
            while view:
                view = view[os.write(output, view[: 1 << 16]) :]
    except MemoryError:
        os._exit(MEMORY)
    except BaseException:
        os._exit(BROKEN)
    os._exit(0)
