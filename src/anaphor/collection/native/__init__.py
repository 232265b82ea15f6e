"""The native format: YAML with inline marks, read, written, and understood node by node."""
