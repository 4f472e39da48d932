"""The model door: chat, structured calls and the model list of any OpenAI-compatible server."""
