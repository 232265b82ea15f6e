"""The page on which an author writes schemas, and all that is said about a draft at every pause."""
