"""Corpora as they come: files of any format and packing, read in order in constant memory."""
