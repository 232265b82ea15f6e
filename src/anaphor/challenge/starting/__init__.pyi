from .making import Start as Start
from .making import rehearse as rehearse
from .making import start_challenge as start_challenge
