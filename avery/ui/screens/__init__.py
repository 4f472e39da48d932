"""Whole screens, one a file."""
