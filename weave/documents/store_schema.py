"""The tables of index/trees/library.sqlite. Derived from the files under documents/; another version is built anew."""

from __future__ import annotations

VERSION = 4
SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    file TEXT NOT NULL UNIQUE, key TEXT NOT NULL,
    size INTEGER NOT NULL, modified_ns INTEGER NOT NULL, inode INTEGER NOT NULL, hash TEXT NOT NULL,
    refusal TEXT, limits TEXT NOT NULL, tries INTEGER NOT NULL, format TEXT NOT NULL, title TEXT NOT NULL, method TEXT NOT NULL,
    pages INTEGER NOT NULL, nodes INTEGER NOT NULL, notices TEXT NOT NULL,
    page_starts BLOB NOT NULL, parents BLOB NOT NULL, lists BLOB NOT NULL, passages BLOB NOT NULL, lengths BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS documents_to_search ON documents (refusal, number);
CREATE INDEX IF NOT EXISTS documents_by_key ON documents (key);
CREATE TABLE IF NOT EXISTS nodes (
    document INTEGER NOT NULL, place INTEGER NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL,
    depth INTEGER NOT NULL, start INTEGER NOT NULL, body_end INTEGER NOT NULL, end INTEGER NOT NULL,
    page INTEGER NOT NULL, last_page INTEGER NOT NULL, parent INTEGER NOT NULL, cue TEXT NOT NULL,
    digest TEXT NOT NULL, origin TEXT,
    PRIMARY KEY (document, place)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS texts (
    document INTEGER NOT NULL, at INTEGER NOT NULL, lines INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (document, at)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS asides (
    document INTEGER NOT NULL, layer TEXT NOT NULL, why TEXT NOT NULL, page INTEGER NOT NULL, text TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS asides_by_document ON asides (document);
CREATE TABLE IF NOT EXISTS postings (
    term TEXT NOT NULL, document INTEGER NOT NULL, part INTEGER NOT NULL, row BLOB NOT NULL,
    PRIMARY KEY (document, term, part)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS summaries (
    digest TEXT PRIMARY KEY, summary TEXT NOT NULL, model TEXT NOT NULL
) WITHOUT ROWID;
"""
# Postings lie together by document and not by term: storing a document touches a few hundred pages of the file
# in a row instead of one page per word all over it, and a search looks each word up in each document, which costs
# microseconds.
BODY, SUMMARIES = 0, 1
"""Parts of a document's postings: its text with titles; its summaries."""
