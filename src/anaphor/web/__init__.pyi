from .app import create_app as create_app
from .listening import QUEUE as QUEUE
from .listening import listen as listen
from .replies import App as App
