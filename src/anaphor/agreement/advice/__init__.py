"""What agreement means: for other panels, for a plan, beside what others published."""
