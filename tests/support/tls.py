"""A test CA and the certificates it signs, for the TLS cases: good, and expired."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime
from pathlib import Path

import trustme


class TestCA:
    """A company's own authority. `file` is its certificate, PEM."""

    __test__ = False

    def __init__(self, folder: Path, name: str = "Acme Proxy CA") -> None:
        self._ca = trustme.CA(organization_name="Acme", organization_unit_name=name)
        self.file = folder / "acme-ca.pem"
        self._ca.cert_pem.write_to_path(str(self.file))

    def context(self, *, expired: bool = False) -> ssl.SSLContext:
        """What a server on 127.0.0.1 shows."""
        until = datetime(2020, 1, 1, tzinfo=UTC) if expired else None
        since = datetime(2019, 1, 1, tzinfo=UTC) if expired else None
        certificate = self._ca.issue_cert("127.0.0.1", not_before=since, not_after=until)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate.configure_cert(context)
        return context
