"""Answers that someone gave before, read from files and tables."""
