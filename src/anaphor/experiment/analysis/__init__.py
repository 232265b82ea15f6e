"""What people said, item by item, and what that is worth."""
