"""Control groups are found in both versions of the kernel's interface, or the reason why not is given."""

import os
from pathlib import Path

import pytest

from anaphor.challenge.sandbox.cgroup import Cgroup, Hierarchy, find_hierarchy, read_membership, read_mounts
from anaphor.challenge.sandbox.sandbox import MIB, Limits

pytestmark = pytest.mark.waiting

LIMITS = Limits(memory=64 * MIB, processes=32, cores=0.5)


def machine(folder: Path, mounts: str, membership: str) -> Path:
    """A /proc/self with these files; ROOT stands for the folder."""
    process = folder / "proc"
    process.mkdir()
    (process / "mountinfo").write_text(mounts.replace("ROOT", str(folder)))
    (process / "cgroup").write_text(membership)
    return process


def test_the_second_version_uses_the_nearest_group_that_hands_its_controllers_on(tmp_path: Path) -> None:
    own = tmp_path / "cgroup" / "user.slice" / "session.scope"
    own.mkdir(parents=True)
    (own / "cgroup.subtree_control").write_text("\n")
    (own.parent / "cgroup.subtree_control").write_text("cpu memory pids\n")
    (own.parent / "cgroup.procs").touch()
    process = machine(
        tmp_path, "30 23 0:26 / ROOT/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n", "0::/user.slice/session.scope\n"
    )
    found = find_hierarchy(process)
    assert isinstance(found, Hierarchy)
    assert (found.version, set(found.folders.values())) == (2, {own.parent})
    group = Cgroup(found, LIMITS)
    made = group.member_files[0].parent
    assert (made / "memory.max").read_text() == f"{64 * MIB}\n"
    assert (made / "pids.max").read_text() == "32\n"
    assert (made / "memory.events").write_text("low 0\noom 3\noom_kill 2\n")
    assert (made / "cpu.stat").write_text("usage_usec 1500000\nuser_usec 1\n")
    assert (made / "pids.events").write_text("max 5\n")
    used = {"cpu": 1.5, "memory": None, "processes": None, "memory_kills": 2, "forks_refused": 5}
    assert group.usage() == used


def test_the_first_version_is_used_where_memory_and_pids_can_be_written(tmp_path: Path) -> None:
    for name in ("memory/job", "pids", "cpu,cpuacct"):
        (tmp_path / name).mkdir(parents=True)
    mounts = "".join(
        f"{number} 23 0:{number} / ROOT/{name.partition('/')[0]} rw - cgroup cgroup rw,{name.partition('/')[0]}\n"
        for number, name in enumerate(("memory/job", "pids", "cpu,cpuacct"), 30)
    )
    process = machine(tmp_path, mounts, "4:memory:/job\n3:pids:/\n2:cpu,cpuacct:/\n0::/\n")
    found = find_hierarchy(process)
    assert isinstance(found, Hierarchy)
    assert found.version == 1
    assert found.folders["memory"] == tmp_path / "memory" / "job"
    assert found.folders["cpu"] == found.folders["cpuacct"] == tmp_path / "cpu,cpuacct"
    assert len(Cgroup(found, LIMITS).member_files) == 3


@pytest.mark.parametrize(
    ("mounts", "membership", "why"),
    [
        ("", "0::/\n", "no control groups are mounted"),
        ("30 23 0:26 / ROOT/cgroup rw - cgroup2 cgroup2 rw\n", "0::/gone\n", "no group with memory and pids"),
        ("30 23 0:26 /elsewhere ROOT rw - cgroup2 cgroup2 rw\n", "0::/here\n", "no group with memory and pids"),
        ("30 23 0:26 / ROOT rw - cgroup2 cgroup2 rw\n", "0::/../..\n", "no group with memory and pids"),
        ("nonsense\n", "nonsense\n", "no control groups are mounted"),
    ],
    ids=["none", "gone", "elsewhere", "above", "nonsense"],
)
def test_where_there_is_none_the_reason_is_given(tmp_path: Path, mounts: str, membership: str, why: str) -> None:
    found = find_hierarchy(machine(tmp_path, mounts, membership))
    assert isinstance(found, str)
    assert why in found


def test_names_with_spaces_are_read() -> None:
    (mount,) = read_mounts("30 23 0:26 / /a\\040b rw - cgroup2 none rw")
    assert mount.point == Path("/a b")
    assert read_membership("0::/a:b\n") == {"": "/a:b"}


def test_a_real_group_limits_counts_and_is_taken_away() -> None:
    found = find_hierarchy()
    if isinstance(found, str):
        pytest.skip(f"no control groups here ({found}): the real ones were not tried")
    group = Cgroup(found, LIMITS)
    folders = {door.parent for door in group.member_files}
    assert all(folder.is_dir() for folder in folders)
    assert group.members() == ()
    assert group.usage()["memory_kills"] == group.usage()["forks_refused"] == 0
    assert group.cpu() is not None
    group.remove()
    assert not any(folder.exists() for folder in folders)


def test_groups_of_a_process_that_is_no_more_are_swept_away() -> None:
    found = find_hierarchy()
    if isinstance(found, str):
        pytest.skip(f"no control groups here ({found}): the real ones were not tried")
    child = os.fork()
    if child == 0:
        try:
            Cgroup(found, LIMITS)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    left = found.folders["pids"] / f"anaphor-{child}-0"
    lefts = list(found.folders["pids"].glob(f"anaphor-{child}-*"))
    assert lefts or left.exists()
    Cgroup(found, LIMITS).remove()
    assert list(found.folders["pids"].glob(f"anaphor-{child}-*")) == []
