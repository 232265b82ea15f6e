from .app import create_app as create_app
from .headers import App as App
from .listening import QUEUE as QUEUE
from .listening import listen as listen
