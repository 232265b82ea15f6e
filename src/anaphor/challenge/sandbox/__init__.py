"""Entries run in isolation: backends, limits, isolation layers and the self-test that tries them."""
