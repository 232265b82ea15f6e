from .folder import SiteFolder as SiteFolder
from .folder import reach_database as reach_database
from .log import LOGGING as LOGGING
from .log import logged as logged
from .site import Site as Site
from .site import SiteSetting as SiteSetting
