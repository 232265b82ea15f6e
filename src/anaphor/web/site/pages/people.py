"""People: who belongs to a project and as what, invitations, new passwords, who did what; new projects."""

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from anaphor import experiment
from anaphor.errors import InputError, member_of
from anaphor.experiment import Role
from anaphor.text import speaking
from anaphor.web.replies import BadRequestError
from anaphor.web.site.folder import SiteFolder, append_record, moment_of, records_in
from anaphor.web.site.shell import PageVisit, Shell, line_of
from anaphor.web.turns import PASSWORDS

_LOOKED_AT = 1 << 20
"""Bytes of the record of acts that the page reads: it grows for as long as the site is there."""
_LATEST = 100
"""Acts that the page shows."""


def make_project(visit: PageVisit) -> Response:
    """A new project of one's own; others are invited or added under People."""
    if visit.project:  # whose role is not one in the site
        raise BadRequestError("web-no-page", 404)
    name = visit.fields.get("name", "").strip()
    visit.shell.folder.make_project(name, [visit.who])
    return visit.to("in", name, "")


def people(visit: PageVisit) -> Response:
    """Members with their roles, and the latest acts in this project."""
    listed = experiment.list_accounts(visit.shell.guard.accounts)
    roles = visit.folder.roles() if visit.project else {each.name: each.role for each in listed}
    acts = [each for each in records_in(visit.shell.folder.acts, _LOOKED_AT) if each.get("project") == visit.project]
    if visit.request.method == "POST":  # what is being done is recorded when it is done: behind this page
        acts.append({"at": time.time(), "who": visit.actor, "act": visit.request.url.path})
    shown = [(moment_of(each), each.get("who", "?"), each.get("act", "?")) for each in acts]
    told: dict[str, Any] = {"members": sorted(roles.items()), "roles": list(Role)}
    told |= {
        "acts": shown[: -_LATEST - 1 : -1],
        "link": visit.fields.get("link"),
        "least": experiment.SHORTEST_PASSWORD,
    }
    told |= {"emails": {each.name: each.email for each in listed if visit.role is Role.OWNER}}
    told["provider"] = visit.shell.provider
    if visit.role is Role.OWNER:
        links = experiment.open_links(visit.shell.guard.accounts, visit.project, time.time())
        told["links"] = [(each, f"{datetime.fromtimestamp(each.until, UTC):%Y-%m-%d %H:%M}") for each in links]
    return visit.page("people", visit.words["people"], **told, command=line_of("account", "list"))


def _with_link(visit: PageVisit, **told: Any) -> Response:
    """The page with a link that is shown this once."""
    invited = experiment.Invitation(**told)
    secret = experiment.invite_member(visit.shell.guard.accounts, visit.who, invited, time.time())
    link = visit.shell.address(visit.request, f"{visit.root}/invitation", f"key={secret}")
    return people(replace(visit, fields={"link": link}))


def _known_name(visit: PageVisit, name: str) -> str:
    """The name of an account; one that nobody has would mean whoever takes it later."""
    if name not in {account.name for account in experiment.list_accounts(visit.shell.guard.accounts)}:
        raise InputError("experiment-no-account", name=name)
    return name


def invite(visit: PageVisit) -> Response:
    """An invitation, or somebody who has an account made a member."""
    name, role = visit.fields.get("name", "").strip(), member_of(Role, visit.fields.get("role", ""), "role")
    if not (visit.project and name):
        return _with_link(visit, project=visit.project, role=role)
    visit.folder.set_role(_known_name(visit, name), role)
    append_record(visit.shell.folder.acts, who=visit.who, project=visit.project, act=f"/people/{name}/{role}")
    return visit.to("people")


def revoke(visit: PageVisit) -> Response:
    """Take back a link that nobody has used."""
    experiment.revoke(visit.shell.guard.accounts, visit.part("id"), visit.project, visit.who, time.time())
    return visit.to("people")


def change(visit: PageVisit) -> Response:
    """Change what somebody may do, take them out, let them choose a new password, connect them with an address."""
    kept, name, act, now = visit.shell.guard.accounts, visit.part("name"), visit.part("act"), time.time()
    role = Role(act) if act in list(Role) else None
    if role is None and act != "remove" and (visit.project or act not in ("reset", "email")):
        raise BadRequestError("web-no-act", 404)  # accounts are the site's: no project's owner opens another's
    if act == "remove" and not visit.fields.get("sure"):
        raise InputError("web-remove-unsure", name=name)
    if act == "reset":
        return _with_link(visit, account=_known_name(visit, name))
    if act == "email":
        experiment.set_email(kept, name, visit.fields.get("email", "").strip() or None, now)
    elif visit.project:
        if name not in visit.folder.roles():
            raise InputError("experiment-no-account", name=name)
        visit.folder.set_role(name, role)
        _end_works(visit.shell, name, role, [visit.folder], now)
    else:
        _change_account(visit, name, role, now)
    return visit.to("people")


def _change_account(visit: PageVisit, name: str, role: Role | None, now: float) -> None:
    """Another role in what is the site's own; who is removed leaves all projects, so that the name means nobody."""
    places = visit.shell.folder.projects(name) if role is None else []
    if any([who for who, its in place.roles().items() if its is Role.OWNER] == [name] for place in places):
        raise InputError("experiment-last-owner", name=name)
    experiment.change_account(visit.shell.guard.accounts, name, role, now)
    for place in places:
        place.set_role(name, None)
    # Projects that they belonged to once may still have a challenge whose teams they could let in anew.
    scope = [visit.shell.folder, *(visit.shell.folder.all_projects() if role is None else [])]
    _end_works(visit.shell, name, role, scope, now)


def _end_works(shell: Shell, name: str, role: Role | None, places: Sequence[SiteFolder], now: float) -> None:
    """End what somebody made in some places that their role there no longer lets them make, and what works for them."""
    if role is not Role.OWNER:
        for place in places:
            experiment.end_links(shell.guard.accounts, name, place.called, now)
    if role not in (Role.OWNER, Role.AUTHOR):
        for place in places:
            shell.queue.dismiss(name, place.root)
            for accounts_of_teams in shell.teams.accounts_in(place):
                experiment.end_links(accounts_of_teams, name, None, now)


def end_departed(shell: Shell) -> None:
    """End what people had begun whose accounts were removed in a terminal, as the page does: jobs, keys and links."""
    for name in experiment.departed(shell.guard.accounts):
        _end_works(shell, name, None, [shell.folder, *shell.folder.all_projects()], time.time())
        experiment.mark_departed(shell.guard.accounts, name)


def change_own(visit: PageVisit) -> Response:
    """Another password of one's own; wrong ones count as at the log-in, and all sessions end."""
    PASSWORDS.call(visit.who, partial(_change_password, visit), busy="web-passwords-busy")
    return visit.to("login")


def _change_password(visit: PageVisit) -> None:
    guard, now, whence = visit.shell.guard, time.time(), f"password of {visit.who}"
    # What strangers try at the log-in keeps nobody from it who is logged in: this is the moment to change a password.
    if wait := guard.wrong.wait_or_add(whence, now, experiment.TRIES):
        raise BadRequestError("web-too-fast", 429, retry_s=math.ceil(wait))
    if experiment.log_in(guard.accounts, visit.who, visit.fields.get("password", ""), now) is None:
        raise InputError("web-wrong-password")
    guard.wrong.forget(whence)
    experiment.set_password(guard.accounts, visit.who, visit.fields.get("new", ""), now)


# --- links that strangers follow -----------------------------------------------------------------------------------


def invitation(visit: PageVisit) -> Response:
    """Where somebody who was invited chooses a name and a password, or a new password."""
    invited = experiment.invited_to(visit.shell.guard.accounts, visit.asked("key"), time.time())
    kind = "reset" if invited and invited.account else "invitation"
    if invited is None:
        return visit.page("problem", visit.words[kind], status=404, said=visit.words["invitation_gone"])
    values: dict[str, Any] = {"key": visit.asked("key"), "least": experiment.SHORTEST_PASSWORD, "kind": kind}
    values |= {"name": invited.account or visit.fields.get("name", ""), "provider": visit.shell.provider}
    return visit.page("invitation", visit.words[kind], status=400 if visit.said else 200, **values)


def accept(visit: PageVisit) -> Response:
    """What the form of somebody says who was invited; then where they belong now, and the way to the log-in."""
    kept, key, now, folder = visit.shell.guard.accounts, visit.asked("key"), time.time(), visit.shell.folder
    name, password = visit.fields.get("name", "").strip(), visit.fields.get("password", "")
    if (invited := experiment.invited_to(kept, key, now)) is None:
        return invitation(visit)
    try:
        with speaking(visit.interface):
            names = {account.name.casefold() for account in experiment.list_accounts(kept)}
            # A name in a list of members that nobody has yet, or one that reads as another's.
            if not invited.account and (folder.projects(name) or name.casefold() in names):
                raise InputError("experiment-account-there", name=name)
            if not invited.account and visit.shell.provider and "@" in name:  # theirs who come by it
                raise InputError("web-bad-name")
            told = join(folder, name, experiment.accept(kept, key, name, password, now))
    except InputError as error:
        return invitation(replace(visit, said=str(error)))
    return visit.page("entered", visit.words["reset" if invited.account else "invitation"], **told, on="")


def join(folder: SiteFolder, name: str, invited: "experiment.Invitation") -> dict[str, Any]:
    """Make somebody who was invited a member of the project, unless they are one; what a page tells them then.

    It is recorded as an act of theirs.
    """
    place = folder.project(invited.project) if invited.project else None
    if place is not None and name not in place.roles():
        place.set_role(name, invited.role)
    name = invited.account or name
    append_record(folder.acts, who=name, project=invited.project, act="/invitation")
    role, after = (place.roles()[name], f"/in/{quote(invited.project)}/") if place else (invited.role, "/")
    return {"joined": invited, "name": name, "role": role, "after": after}
