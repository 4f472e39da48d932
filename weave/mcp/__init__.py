"""The memory for other agents: `weave mcp` offers recall, remember, forget and documents over the Model Context Protocol.

What another agent asks for is answered with quoted data; what it writes is kept as the word of an agent, with the
name it gave itself beside it, and never as something the person said.
"""
