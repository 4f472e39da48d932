"""Procedures: procedural memories that fit the task, offered as checklists, and what came of following them."""
