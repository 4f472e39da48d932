"""Reminders: notes that surface at a time, or when a topic comes up. Plain markdown in the home's reminders/."""
