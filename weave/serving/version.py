"""Which release this is: values cross by the types of the code, so only processes of one release serve each other."""

VERSION = "0.1.0"
"""As in pyproject.toml, which takes too long to be asked at every start; a test holds them together."""
