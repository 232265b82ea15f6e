"""Pretrained transformers as resolvers."""
