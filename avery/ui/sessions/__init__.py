"""The parts of the page of past chats."""
