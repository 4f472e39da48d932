"""One parser per format behind one protocol; each imports its library only when it parses.

Parsers run in a process of their own (`weave.documents.child`): they may be slow, may fail and may be attacked.
"""
