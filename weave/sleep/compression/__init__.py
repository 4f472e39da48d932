"""Compression: the episodes of a week long past become one summary that keeps their details; they are archived."""
