"""What an organiser calls, and what comes of each call."""
