"""Collections: reading, writing, checking, editing and comparing them."""
