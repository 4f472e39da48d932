"""Fits what all questions have in common, for weave/embedding/common.py.

    python -m tests.bench.common_question

Writes the mean vector of the sentences in `questions.json`, embedded as questions, beside that module, and
prints the level: the mean product of that vector with the same sentences, embedded as texts.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from weave.embedding.common import file_of
from weave.embedding.local import LocalEmbedder

SENTENCES = Path(__file__).with_name("questions.json")


def main() -> None:
    """Fit, write and print."""
    embedder = LocalEmbedder()
    texts = [
        text for language in json.loads(SENTENCES.read_text("utf-8"))["texts"].values() for text in language
    ]
    mean = np.mean([embedder.query(text) for text in texts], axis=0).astype(np.float16)
    np.save(file_of(embedder.name), mean, allow_pickle=False)
    level = float(np.mean(embedder.passages(texts) @ mean.astype(np.float32)))
    print(f"{file_of(embedder.name).name}: {len(texts)} sentences, level {level:.4f}")


if __name__ == "__main__":
    main()
