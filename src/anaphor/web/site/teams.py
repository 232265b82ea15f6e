"""Teams of challenges at the door: let in by accounts of their challenge, and never in the way of other pages."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from urllib.parse import quote

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response

from anaphor.challenge import TEAMS_FILE, TeamBook, read_rules
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment import Accounts, Role, list_accounts, maker_of
from anaphor.web import replies
from anaphor.web.replies import BadRequestError
from anaphor.web.security import Guard, MustWaitError
from anaphor.web.site.folder import SiteFolder
from anaphor.web.site.live import is_challenge
from anaphor.web.turns import FewAtOnce

_THREADS = 4
_BUSY_S = 5
"""Seconds after which a team may try again whose last act is not over."""


def has_desk(folder: Path) -> bool:
    """Whether teams enter a challenge in a browser."""
    try:
        return read_rules(folder).desk is not None
    except AnaphorError:  # what is wrong with its rules, its organisers are told on their page
        return False


def refuse_orphan(teams: Accounts, site: Accounts, project: SiteFolder, secret: str) -> None:
    """Refuse a link to a team's new password whose maker no longer organises the challenge.

    An account that is removed in a terminal leaves such links behind: no list there says which challenges there are.
    """
    by, roles = maker_of(teams, secret) or "", {each.name: each.role for each in list_accounts(site)}
    role = project.roles().get(by) if project.called else roles.get(by)
    if by not in roles or role not in (Role.OWNER, Role.AUTHOR):
        raise InputError("challenge-team-link-over")


class TeamDoors:
    """Who lets the teams of each challenge in, and what they have at work."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.guards: dict[tuple[str, str], Guard] = {}
        self._at_work = FewAtOnce(1)
        self._threads = CapacityLimiter(_THREADS)

    def guard(self, project: SiteFolder, name: str) -> Guard:
        """Who lets the teams of a challenge in: by accounts of its own, with a cookie for its pages alone."""
        folder, key = project.challenges / name, (project.called, name)
        if key not in self.guards:
            if not is_challenge(folder) or not has_desk(folder):
                raise BadRequestError("web-no-page", 404)
            guard = Guard(TeamBook(folder).accounts(), "")
            home = f"{self.root}/in/{quote(project.called)}" if project.called else self.root
            guard.path, guard.cookie = f"{home}/challenges/{quote(name)}/team", "anaphor_team"
            self.guards[key] = guard
        return self.guards[key]

    def accounts_in(self, project: SiteFolder) -> list[Accounts]:
        """The accounts of the teams of all challenges in a place."""
        found = [path for path in project.listed("challenges").values() if (path / TEAMS_FILE).is_file()]
        names = [path.name for path in found if is_challenge(path) and has_desk(path)]
        return [self.guard(project, name).accounts for name in names]

    def turn(self, who: str) -> AbstractContextManager[None]:
        """One act of each team at a time, from the first byte that it sends on."""
        return self._at_work.of(who, busy="web-too-fast", wait_s=_BUSY_S)

    async def run(self, act: Callable[[], Response]) -> Response:
        """What a team does, in few threads, so that other pages do not wait for them."""
        return await run_sync(act, limiter=self._threads)

    async def enter(
        self,
        request: Request,
        folder: SiteFolder,
        site: Accounts,
        words: Mapping[str, str],
        page_of: Callable[..., Response],
    ) -> Response:
        """Let a team in, out, or make it; what went wrong is said on a page."""
        status, wait = 403, 0
        guard = await run_sync(self.guard, folder, request.path_params["name"])
        book = TeamBook(folder.challenges / request.path_params["name"])
        try:
            match request.path_params["act"]:
                case "register":
                    await guard.register(request, partial(book.register, guard.accounts))
                    return replies.redirect(f"{guard.path}?said=registered")
                case "reset":
                    key = request.query_params.get("key", "")
                    await run_sync(refuse_orphan, guard.accounts, site, folder, key)
                    await guard.register(request, partial(book.reset, guard.accounts, key))
                    return replies.redirect(guard.path)
                case "logout":
                    return await guard.leave(request, guard.path)
            if found := await guard.enter(request, guard.path):
                return found
            said = words["wrong"]
        except MustWaitError as error:
            status, wait = 429, error.seconds
            said = words["team_wait"].replace("{minutes}", str(-(-wait // 60)))
        page = page_of("problem", words["not_done"], status=status, said=said)
        page.headers["retry-after"] = str(wait)
        return page
