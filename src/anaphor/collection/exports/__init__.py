"""Folders for other programs, one file each."""
