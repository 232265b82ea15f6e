"""LSTMs and context2vec: networks that are trained here."""
