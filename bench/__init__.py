"""Benchmarks: us and the peers on the same work in one run; ratios, because machines are noisy."""
