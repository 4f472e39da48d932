"""The tools of other programs: the MCP servers that the person configured, started beside the chat.

What a server says, of itself, of its tools or as a result, is data from outside: bounded, cleaned of what cannot be
seen, told to the model as the server's words, and never run without the person's word.
"""
