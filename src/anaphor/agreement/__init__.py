"""Agreement between annotators: label tables, coefficients, consensus, and what would change with another panel."""
