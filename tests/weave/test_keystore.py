"""Where keys come from and go to; the real key store of the machine is never touched."""

import os
import stat
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest

from tests.support.keyring_backends import (
    ClearTextKeyring,
    ForgetfulKeyring,
    HangingKeyring,
    MemoryKeyring,
)
from weave.errors import InvalidInput
from weave.keys import Secret
from weave.keystore import FoundKey, KeyName, KeyPlace, KeyStore

KEY = "sk-test-abcdefghijklmnop-1234"
OTHER = "sk-test-qrstuvwxyzabcdef-5678"
ENVIRONMENT = {"PYTHON_KEYRING_BACKEND": "tests.support.keyring_backends.MemoryKeyring"}


@pytest.fixture(autouse=True)
def memory() -> Iterator[MemoryKeyring]:
    before = keyring.get_keyring()
    MemoryKeyring.kept.clear()
    backend = MemoryKeyring()
    keyring.set_keyring(backend)
    yield backend
    keyring.set_keyring(before)


def source(found: FoundKey | None) -> tuple[KeyPlace, str] | None:
    return (found.place, found.secret.reveal()) if found else None


def test_the_environment_wins_over_the_key_store_and_that_over_the_file(tmp_path: Path) -> None:
    store = KeyStore(tmp_path, ENVIRONMENT)
    assert store.find(KeyName.MODEL) is None
    store.save(KeyName.MODEL, Secret("file-key-123456"), KeyPlace.FILE)
    assert source(store.find(KeyName.MODEL)) == (KeyPlace.FILE, "file-key-123456")
    store.save(KeyName.MODEL, Secret(KEY), KeyPlace.KEYRING)
    assert source(store.find(KeyName.MODEL)) == (KeyPlace.KEYRING, KEY)
    with_variable = KeyStore(tmp_path, {**ENVIRONMENT, "OPENAI_API_KEY": OTHER})
    assert source(with_variable.find(KeyName.MODEL)) == (KeyPlace.ENVIRONMENT, OTHER)
    both = KeyStore(tmp_path, {**ENVIRONMENT, "OPENAI_API_KEY": OTHER, "AVERY_API_KEY": KEY})
    assert source(both.find(KeyName.MODEL)) == (KeyPlace.ENVIRONMENT, KEY)


@pytest.mark.parametrize(
    ("variable", "name"),
    [("QDRANT_API_KEY", "qdrant"), ("FALKORDB_PASSWORD", "falkordb"), ("AVERY_API_KEY", "model")],
)
def test_each_key_has_its_variable(tmp_path: Path, variable: str, name: str) -> None:
    keys = KeyStore(tmp_path, {**ENVIRONMENT, variable: f" {KEY}\n"}).keys()
    assert getattr(keys, name) == Secret(KEY)
    assert sum(key is not None for key in (keys.model, keys.qdrant, keys.falkordb)) == 1


def test_the_source_is_told_with_the_last_four_characters_at_most(tmp_path: Path) -> None:
    found = KeyStore(tmp_path, {"OPENAI_API_KEY": KEY}).find(KeyName.MODEL)
    assert found is not None
    assert (
        found.describe() == "The model key comes from the environment variable OPENAI_API_KEY, ends in 1234."
    )
    assert KEY not in repr(found)


def test_a_deleted_key_is_gone_from_the_key_store_and_the_file(tmp_path: Path, memory: MemoryKeyring) -> None:
    store = KeyStore(tmp_path, ENVIRONMENT)
    store.save(KeyName.MODEL, Secret(KEY), KeyPlace.KEYRING)
    store.save(KeyName.MODEL, Secret(KEY), KeyPlace.FILE)
    store.save(KeyName.QDRANT, Secret(OTHER), KeyPlace.FILE)
    assert store.delete(KeyName.MODEL) == (KeyPlace.KEYRING, KeyPlace.FILE)
    assert memory.kept == {}
    assert store.find(KeyName.MODEL) is None
    assert source(store.find(KeyName.QDRANT)) == (KeyPlace.FILE, OTHER)
    assert store.delete(KeyName.QDRANT) == (KeyPlace.FILE,)
    assert list(tmp_path.iterdir()) == []


def test_case_112_the_file_is_for_its_owner_alone_and_opt_in(tmp_path: Path) -> None:
    home = tmp_path / "home"
    store = KeyStore(home, ENVIRONMENT)
    assert store.find(KeyName.MODEL) is None
    assert not home.exists()
    said = store.save(KeyName.MODEL, Secret(KEY), KeyPlace.FILE)
    assert "readable by you alone" in said.where
    assert stat.S_IMODE((home / "secrets.toml").stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    (home / "secrets.toml").chmod(0o644)
    store.find(KeyName.MODEL)
    assert stat.S_IMODE((home / "secrets.toml").stat().st_mode) == 0o600


def test_case_112_without_a_key_store_there_is_one_sentence_and_a_way_on(tmp_path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path\n"
        "from weave.keystore import KeyName, KeyPlace, KeyStore\n"
        "from weave.keys import Secret\n"
        "store = KeyStore(Path(sys.argv[1]), os.environ)\n"
        "print(store.keyring_problem())\n"
        "found = store.find(KeyName.MODEL); print(found and found.place)\n"
        "try: store.save(KeyName.MODEL, Secret('sk-abcdefghijkl'), KeyPlace.KEYRING)\n"
        "except Exception as error: print(error)\n"
    )
    plain = {k: v for k, v in os.environ.items() if k not in ("DBUS_SESSION_BUS_ADDRESS", "OPENAI_API_KEY")}
    environment = {**plain, "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    for extra, place in (({}, "None"), ({"AVERY_API_KEY": KEY}, "environment")):
        run = subprocess.run(
            [sys.executable, "-c", script, str(tmp_path)],
            env={**environment, **extra},
            capture_output=True,
            text=True,
            check=True,
        )
        problem, found, sentence = run.stdout.splitlines()
        assert problem == "this machine has none that protects a key"
        assert found == place
        assert "AVERY_API_KEY" in sentence and "file" in sentence
        assert run.stderr == ""
    assert list(tmp_path.iterdir()) == []


def test_case_112_a_key_store_that_hangs_is_given_up(tmp_path: Path) -> None:
    keyring.set_keyring(HangingKeyring())
    store = KeyStore(tmp_path, ENVIRONMENT, limit=0.1)
    start = time.monotonic()
    assert store.find(KeyName.MODEL) is None
    with pytest.raises(InvalidInput, match="waits to be unlocked"):
        store.save(KeyName.MODEL, Secret(KEY), KeyPlace.KEYRING)
    assert time.monotonic() - start < 2


@pytest.mark.parametrize("backend", [ClearTextKeyring, ForgetfulKeyring])
def test_a_key_store_that_protects_or_keeps_nothing_is_refused(
    tmp_path: Path, backend: type[MemoryKeyring]
) -> None:
    keyring.set_keyring(backend())
    with pytest.raises(InvalidInput, match="AVERY_API_KEY") as caught:
        KeyStore(tmp_path, ENVIRONMENT).save(KeyName.MODEL, Secret(KEY), KeyPlace.KEYRING)
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert MemoryKeyring.kept == {}


@pytest.mark.parametrize("text", ["", "  ", "sk abc", "sk-\nabc", "ключ", "sk-\x00"])
def test_what_is_no_key_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidInput, match="no key"):
        KeyStore(tmp_path, ENVIRONMENT).save(KeyName.MODEL, Secret(text), KeyPlace.FILE)


def test_a_broken_secrets_file_is_one_sentence_that_does_not_quote_it(tmp_path: Path) -> None:
    (tmp_path / "secrets.toml").write_text(f"model = {KEY}\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"secrets\.toml cannot be read") as caught:
        KeyStore(tmp_path, {}).find(KeyName.MODEL)
    assert KEY not in "".join(traceback.format_exception(caught.value))


def test_the_environment_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="AVERY_API_KEY"):
        KeyStore(tmp_path, {}).save(KeyName.MODEL, Secret(KEY), KeyPlace.ENVIRONMENT)
