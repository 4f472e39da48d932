"""Text of others between marks that no text can forge, for the prompt and for what tools return."""

from weave.quoting import quoted

__all__ = ["quoted"]
