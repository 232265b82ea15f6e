"""Machines that answer questions, or say that they cannot."""
