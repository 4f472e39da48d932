"""Web addresses: what is fetched at all, and whether a host lies in the open internet or on this side of it."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from weave.errors import InvalidInput
from weave.secrets import find

_PORTS = {"http": 80, "https": 443}
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_UNICAST = ipaddress.ip_network("2000::/3")
"""Global unicast (RFC 4291); beside it lie site-local, IPv4-compatible and translated addresses."""
_LOCAL_ENDINGS = (".localhost", ".local", ".internal", ".lan", ".home.arpa")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Target:
    """An address as it is asked for."""

    url: str
    """Without a fragment."""
    scheme: str
    host: str
    port: int

    @property
    def place(self) -> str:
        """The host, with its port where that is not the usual one."""
        usual = self.port == _PORTS[self.scheme]
        return self.host if usual else f"{self.host}:{self.port}"


def target(text: str) -> Target:
    """The http or https address in `text`. Raises InvalidInput, also for one that carries a key."""
    try:
        parts = urlsplit(text.strip())
        host = (parts.hostname or "").rstrip(".").encode("idna").decode() if parts.hostname else ""
        port = parts.port
    except (ValueError, UnicodeError) as error:
        raise InvalidInput("That is no web address; write it like https://example.org/page.") from error
    if parts.scheme not in _PORTS or not host:
        raise InvalidInput(
            "Only http and https addresses are fetched; write it like https://example.org/page."
        )
    if parts.username is not None or find(text):
        raise InvalidInput("The address carries a key or a password, which is never sent; leave it out.")
    if any(letter.isspace() or not letter.isprintable() for letter in text.strip()):
        raise InvalidInput("The address holds blanks or signs that cannot be seen; write it without.")
    netloc = f"[{host}]" if ":" in host else host
    netloc += f":{port}" if port else ""
    url = urlunsplit((parts.scheme, netloc, parts.path or "/", parts.query, ""))
    return Target(url, parts.scheme, host.lower(), port or _PORTS[parts.scheme])


async def addresses(at: Target) -> tuple[Address, ...]:
    """What the name stands for. Raises InvalidInput when nothing does."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(at.host, at.port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise InvalidInput(
            f"{at.host} is not known ({error.strerror or error}); check the address."
        ) from error
    return tuple(dict.fromkeys(ipaddress.ip_address(str(one[4][0]).partition("%")[0]) for one in found))


def is_open(address: Address) -> bool:
    """Whether it lies in the open internet; not this machine, its network, or a way round to either."""
    inner = _inner(address)
    if inner is not None:
        return is_open(inner)
    if isinstance(address, ipaddress.IPv6Address) and address not in _UNICAST:
        return False
    return address.is_global and not address.is_multicast


def _inner(address: Address) -> Address | None:
    """The IPv4 address that an IPv6 one leads to."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


def sounds_local(host: str) -> bool:
    """Whether a name is one of this side, whatever it stands for."""
    return "." not in host or host.endswith(_LOCAL_ENDINGS)
