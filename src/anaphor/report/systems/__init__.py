"""Sections and figures of systems: runs, scores, challenges."""
