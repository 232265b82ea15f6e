"""Drawing units again: bootstrap, jackknife, their errors, and the narrow matrix products that they need."""
