from .patience import PatientProtocol as PatientProtocol
from .serving import LOGGING as LOGGING
from .serving import QUEUE as QUEUE
from .serving import end_with as end_with
from .serving import listen as listen
from .serving import logged as logged
from .study.app import create_app as create_app

# isort: split
# For the other packages of anaphor: not in the reference for users.
from .jobs.orders import DEFAULT_ENDPOINT as DEFAULT_ENDPOINT
from .jobs.queue import JobQueue as JobQueue
from .site.folder import SiteFolder as SiteFolder
from .site.folder import reach_database as reach_database
from .site.oidc import OidcSetting as OidcSetting
from .site.site import Site as Site
from .site.site import SiteSetting as SiteSetting
from .workbench.counting import SPECS as SPECS
from .workbench.counting import ready as ready
from .workbench.file import open_work as open_work
from .workbench.looker import Looker as Looker
from .workbench.workbench import writing_app as writing_app
