"""Replay: what recurred in episodes becomes knowledge, and what was concluded is looked at again when its ground moves."""
