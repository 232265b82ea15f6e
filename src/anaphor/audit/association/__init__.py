"""The mutual-information test: which words an item confronts, what choosing by them scores, and what follows."""
