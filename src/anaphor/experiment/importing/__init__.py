"""Answers that were collected elsewhere."""
