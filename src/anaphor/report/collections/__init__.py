"""Sections and figures of collections: what they hold, the corpora they are held against, their audit."""
