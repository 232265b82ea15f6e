"""Comparisons that rest on people: how large they must be, and whether a second study upholds the first."""
