"""Coefficients."""
