"""What comes into a memory from elsewhere, and all of it taken out again: imports, the archive, JSON lines."""
