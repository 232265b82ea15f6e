"""The design of a study: what is shown to whom and in which order, and how it is made of a collection."""
