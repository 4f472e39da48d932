"""The stores: the markdown that is the truth, and the indexes that can be rebuilt from it."""
