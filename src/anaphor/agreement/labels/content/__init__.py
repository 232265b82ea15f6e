"""The content of a label file: opened, as rows of a table, and its cells as labels."""
