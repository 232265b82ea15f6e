"""n-gram models: estimated, in files, and asked."""
