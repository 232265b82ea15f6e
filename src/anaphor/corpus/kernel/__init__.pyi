from .analysis import analysis_of as analysis_of
