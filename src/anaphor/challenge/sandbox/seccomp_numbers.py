"""The numbers of the system calls that the filter knows, for the two kinds of processor that it is written for."""

from collections.abc import Mapping
from dataclasses import dataclass

HIGHEST = 456
"""The highest number that was looked at (futex_requeue, Linux 6.7): the same on both processors; later calls do not
exist for an entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Processor:
    """What a filter must know about a processor."""

    audit: int
    """The kernel's number for it (AUDIT_ARCH_…)."""
    calls: Mapping[str, int]
    """System calls by name."""


_X86_64 = {
    "acct": 163, "add_key": 248, "adjtimex": 159, "bpf": 321, "chroot": 161, "clock_adjtime": 305,
    "clock_settime": 227, "clone": 56, "clone3": 435, "connect": 42, "delete_module": 176, "fanotify_init": 300,
    "finit_module": 313, "fsconfig": 431, "fsmount": 432, "fsopen": 430, "fspick": 433, "init_module": 175,
    "io_uring_enter": 426, "io_uring_register": 427, "io_uring_setup": 425, "ioctl": 16, "ioperm": 173, "iopl": 172,
    "kcmp": 312, "kexec_file_load": 320, "kexec_load": 246, "keyctl": 250, "kill": 62, "lookup_dcookie": 212,
    "memfd_secret": 447, "migrate_pages": 256, "modify_ldt": 154, "mount": 165, "mount_setattr": 442,
    "move_mount": 429, "move_pages": 279, "name_to_handle_at": 303, "nfsservctl": 180, "open_by_handle_at": 304,
    "open_tree": 428, "perf_event_open": 298, "pidfd_getfd": 438, "pivot_root": 155, "prlimit64": 302,
    "process_madvise": 440, "process_vm_readv": 310, "process_vm_writev": 311, "ptrace": 101, "quotactl": 179,
    "quotactl_fd": 443, "reboot": 169, "request_key": 249, "sendto": 44, "setdomainname": 171, "sethostname": 170,
    "setns": 308, "setrlimit": 160, "settimeofday": 164, "socket": 41, "swapoff": 168, "swapon": 167, "sysfs": 139,
    "syslog": 103, "umount2": 166, "unshare": 272, "uselib": 134, "userfaultfd": 323, "ustat": 136, "vhangup": 153,
}  # fmt: skip
_AARCH64 = {
    "acct": 89, "add_key": 217, "adjtimex": 171, "bpf": 280, "chroot": 51, "clock_adjtime": 266, "clock_settime": 112,
    "clone": 220, "clone3": 435, "connect": 203, "delete_module": 106, "fanotify_init": 262, "finit_module": 273,
    "fsconfig": 431, "fsmount": 432, "fsopen": 430, "fspick": 433, "init_module": 105, "io_uring_enter": 426,
    "io_uring_register": 427, "io_uring_setup": 425, "ioctl": 29, "kcmp": 272, "kexec_file_load": 294,
    "kexec_load": 104, "keyctl": 219, "kill": 129, "lookup_dcookie": 18, "memfd_secret": 447, "migrate_pages": 238,
    "mount": 40, "mount_setattr": 442, "move_mount": 429, "move_pages": 239, "name_to_handle_at": 264,
    "nfsservctl": 42, "open_by_handle_at": 265, "open_tree": 428, "perf_event_open": 241, "pidfd_getfd": 438,
    "pivot_root": 41, "prlimit64": 261, "process_madvise": 440, "process_vm_readv": 270, "process_vm_writev": 271,
    "ptrace": 117, "quotactl": 60, "quotactl_fd": 443, "reboot": 142, "request_key": 218, "sendto": 206,
    "setdomainname": 162, "sethostname": 161, "setns": 268, "setrlimit": 164, "settimeofday": 170, "socket": 198,
    "swapoff": 225, "swapon": 224, "syslog": 116, "umount2": 39, "unshare": 97, "userfaultfd": 282, "vhangup": 58,
}  # fmt: skip

PROCESSORS: Mapping[str, Processor] = {
    "x86_64": Processor(audit=0xC000003E, calls=_X86_64),
    "aarch64": Processor(audit=0xC00000B7, calls=_AARCH64),
}
"""The processors that there is a filter for, by the name that `platform.machine()` gives them."""
