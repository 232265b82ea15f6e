"""What became of each item, and what follows from that alone: measures, intervals, chance, groups, twins."""
