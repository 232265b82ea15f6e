"""People, machines and items on one scale."""
