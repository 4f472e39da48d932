"""What holds for every test: no key store of the machine, nor one that a test module only defines, is ever chosen."""

from __future__ import annotations

import os

# `keyring` takes the best back end of all classes that exist when it is first asked, the tests' own among them.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
