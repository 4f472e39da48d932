"""The widgets of the chat. Nothing in here does I/O; what they show comes as events of `avery.events`."""
