"""Training models on text."""
