"""The Scribe: turns what was said into memories and facts, by rule alone or with a model."""
