"""The pages of the site, one module for each place of its navigation: each calls what a command calls."""
