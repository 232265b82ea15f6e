"""Starting: a new challenge in a folder, and one that rehearses itself."""
