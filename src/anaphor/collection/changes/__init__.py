"""Collections compared, edited in place, selected from, and asked otherwise."""
