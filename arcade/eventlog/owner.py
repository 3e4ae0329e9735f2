"""Drops privileges: root does nothing in another user's folder that its owner could not do.

The owner may put links into the folder, and gain root's rights if root follows them.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arcade.eventlog.log import CannotOpen


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Run as the owner of a folder if this process is root; applies to all threads.

    Root stays root if the owner cannot reach the folder, such as a container's volume seen from
    outside: see `refuse_links` and `chown_to_owner`.
    """
    owner = _owner(folder)
    if os.getuid() != 0 or os.geteuid() == owner.st_uid:
        yield
        return
    before = os.geteuid(), os.getegid(), os.getgroups()
    with suppress(PermissionError):  # root in a container may have no more rights than any user
        _become(owner.st_uid, owner.st_gid, [owner.st_gid])
        if not os.access(_nearest(folder), os.X_OK, effective_ids=True):
            _become(*before)
    try:
        yield
    finally:
        if os.geteuid() != before[0]:
            _become(*before)


def refuse_links(folder: Path, *paths: Path) -> None:
    """Raise CannotOpen if root works in another user's folder and a path is a link."""
    if os.geteuid() == 0 and _owner(folder).st_uid != 0:
        for path in filter(os.path.lexists, paths):
            if _linked(path.lstat()):
                raise CannotOpen(f"{path} is a link: remove it")


def chown_to_owner(file: int, folder: Path) -> None:
    """Give an open file that root created to the owner of its folder."""
    if os.geteuid() == 0:
        owner = _owner(folder)
        os.fchown(file, owner.st_uid, owner.st_gid)


def chown_all_to_owner(folder: Path) -> None:
    """Give a folder that root filled, except links, to the owner of its parent."""
    if os.geteuid() == 0:
        owner = _owner(folder.parent)
        for _, folders, files, here in os.fwalk(folder):
            os.fchown(here, owner.st_uid, owner.st_gid)
            for name in (*folders, *files):
                if not _linked(os.stat(name, dir_fd=here, follow_symlinks=False)):
                    both = owner.st_uid, owner.st_gid
                    os.chown(name, *both, dir_fd=here, follow_symlinks=False)


def _linked(status: os.stat_result) -> bool:
    return stat.S_ISLNK(status.st_mode) or (
        status.st_nlink > 1 and not stat.S_ISDIR(status.st_mode)
    )


def _owner(folder: Path) -> os.stat_result:
    """Return the owner of a folder, existing or not; of a link that is not root's, its owner."""
    nearest = _nearest(folder)
    status = nearest.lstat()
    return nearest.stat() if stat.S_ISLNK(status.st_mode) and status.st_uid == 0 else status


def _nearest(folder: Path) -> Path:
    return next(path for path in (folder, *folder.parents) if os.path.lexists(path))


def _become(user: int, group: int, groups: list[int]) -> None:
    os.seteuid(0)
    os.setgroups(groups)
    os.setegid(group)
    os.seteuid(user)


def exists(path: Path) -> bool:
    """Return whether a path exists; raises OSError if that cannot be known.

    Since Python 3.14 `Path.exists` returns False then, as if nothing were there.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True
