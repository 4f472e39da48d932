"""Reads who issued a server's certificate, so that an error can name the company proxy that re-signs it.

It shakes hands and sends no request, no key and no text: it only looks at the certificate that was refused.
"""

from __future__ import annotations

import ssl
import urllib.request
from http.client import HTTPSConnection
from urllib.parse import urlsplit

from weave.llm.endpoint import LOOPBACK

_COMMON_NAME = bytes.fromhex("0603550403")
_ORGANISATION = bytes.fromhex("060355040a")
_TIMEOUT = 3.0


def issuer(base_url: str) -> str | None:
    """The issuer's common name (else organisation) as the server's certificate gives it; None if unreadable."""
    try:
        return issuer_of(_certificate(base_url))
    except (OSError, ValueError, IndexError):
        return None


def _certificate(base_url: str) -> bytes:
    parts = urlsplit(base_url)
    host, port = parts.hostname or "", parts.port or 443
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    proxy = None if urllib.request.proxy_bypass(host) else urllib.request.getproxies().get("https")
    if proxy and host not in LOOPBACK:
        gate = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
        connection = HTTPSConnection(gate.hostname or "", gate.port or 80, timeout=_TIMEOUT, context=context)
        connection.set_tunnel(host, port)
    else:
        connection = HTTPSConnection(host, port, timeout=_TIMEOUT, context=context)
    try:
        connection.connect()
        found = connection.sock.getpeercert(binary_form=True)
    finally:
        connection.close()
    if not found:
        raise ValueError("no certificate")
    return bytes(found)


def issuer_of(certificate: bytes) -> str | None:
    """The issuer of a DER certificate (RFC 5280: TBSCertificate = version?, serial, algorithm, issuer, …)."""
    _, inside, _ = _element(certificate, 0)
    _, place, _ = _element(certificate, inside)
    tag, _, end = _element(certificate, place)
    if tag == 0xA0:
        place = end
    for _ in range(2):
        _, _, place = _element(certificate, place)
    _, start, end = _element(certificate, place)
    return _name(certificate[start:end], _COMMON_NAME) or _name(certificate[start:end], _ORGANISATION)


def _name(name: bytes, kind: bytes) -> str | None:
    place = name.find(kind)
    if place < 0:
        return None
    _, start, end = _element(name, place + len(kind))
    return name[start:end].decode("utf-8", "replace")


def _element(data: bytes, place: int) -> tuple[int, int, int]:
    """(tag, start of the content, end) of the DER element at `place`."""
    length, start = data[place + 1], place + 2
    if length & 0x80:
        size = length & 0x7F
        length = int.from_bytes(data[start : start + size])
        start += size
    return data[place], start, start + length
