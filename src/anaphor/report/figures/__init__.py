"""Figures, drawn from records; each carries the table behind it."""
