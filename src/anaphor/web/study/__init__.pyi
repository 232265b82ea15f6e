from .writer import Writer as Writer
