"""The library of an open home: what a person, a screen and recall do with archived files and past conversations.

`operations.Holdings` is the facade's `weave.library`; `quotations.Quotations` is recall's fourth channel.
"""
