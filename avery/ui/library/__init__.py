"""The parts of the library's page."""
