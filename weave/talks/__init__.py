"""Past conversations: listed, searched in their words, renamed, and what a person takes back of them."""
