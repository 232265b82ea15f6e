"""Chat models at OpenAI-compatible endpoints."""
