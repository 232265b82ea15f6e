"""A study for its participants: what their browser asks, and the one thread that writes it down."""
