"""Sections as HTML: whole pages, pieces of pages, a challenge's site."""
