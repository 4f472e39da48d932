"""The library: archived files parsed apart, given a tree of contents, and searched through it without vectors.

`library.Library` is the door: it takes files in, keeps their trees under index/trees/ and searches them.
"""
