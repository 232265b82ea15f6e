from .membership import Invitation as Invitation
from .membership import accept as accept
from .membership import change_account as change_account
from .membership import enter_by_email as enter_by_email
from .membership import invite as invite
from .membership import invited_to as invited_to
from .membership import set_email as set_email
from .membership import set_password as set_password
