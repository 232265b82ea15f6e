from .language import ENGLISH as ENGLISH
