"""What Avery can do besides talking: its built-in tools, and what the person has allowed. Knows no terminal."""
