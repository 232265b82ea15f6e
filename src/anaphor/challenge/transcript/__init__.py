"""The record of what an entry was asked and answered: sessions, facts, and traces that can be verified."""
