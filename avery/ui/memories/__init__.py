"""The parts of the memory browser."""
