from .folder import SiteFolder as SiteFolder
from .folder import reach_database as reach_database
from .oidc import OidcSetting as OidcSetting
from .site import Site as Site
from .site import SiteSetting as SiteSetting
