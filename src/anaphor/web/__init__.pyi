from .patience import PatientProtocol as PatientProtocol
from .serving import LOGGING as LOGGING
from .serving import QUEUE as QUEUE
from .serving import end_with as end_with
from .serving import listen as listen
from .serving import logged as logged
from .study.app import create_app as create_app
