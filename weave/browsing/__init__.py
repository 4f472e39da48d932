"""Looking through all memories, and changing them by hand so that it can be undone."""
