"""Sections and figures of people: their agreement, their studies."""
