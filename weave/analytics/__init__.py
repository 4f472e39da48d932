"""Metamemory: what the memory knows about itself, now and after each cycle of sleep."""
