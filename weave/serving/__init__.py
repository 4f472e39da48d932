"""How the owner of a home serves other processes: a local socket that only the same user can open."""
