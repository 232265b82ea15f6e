"""Proxy."""
