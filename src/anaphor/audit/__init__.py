"""Do simple statistics give the answer away? The mutual-information test of paper 1, and other shortcuts."""
