"""What is shown of the results of each package, in blocks that every medium lays out."""
