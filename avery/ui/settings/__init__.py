"""What the settings page is made of."""
