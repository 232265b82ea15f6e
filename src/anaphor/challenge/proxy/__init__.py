"""The part of the internet that entries may use: an allow-list proxy that writes every request down."""
