"""The agent behind the chat: recalls, asks the model, keeps what was said. Knows no terminal."""
