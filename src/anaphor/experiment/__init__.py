"""Asking people: design, assignment, trials, screening and analysis; no web code here."""
