"""Staging: files of others, copied and hashed while their owners may still write to them."""
