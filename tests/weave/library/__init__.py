"""The library of an open home."""
