"""The files inside a tar archive, one after the other, without unpacking it to disk."""

import tarfile
from collections.abc import Callable, Iterator
from typing import IO, cast

from anaphor.errors import FormatError, Place
from anaphor.files.streams import ByteStream

_BLOCK = tarfile.BLOCKSIZE


def is_tar(head: bytes) -> bool:
    """Whether a content begins with the header of a tar archive, old kinds included."""
    try:
        tarfile.TarInfo.frombuf(head[:_BLOCK], "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True


def members(stream: ByteStream) -> Iterator[tuple[str, ByteStream]]:
    """Name and content of every regular file of an archive that is not empty, in the archive's order."""
    end = 0
    try:
        with tarfile.open(fileobj=cast(IO[bytes], stream), mode="r|") as archive:
            for member in archive:
                _forget(archive)
                end = member.offset_data + member.size
                content = archive.extractfile(member) if member.isfile() and member.size else None
                if content is not None and not member.name.rpartition("/")[2].startswith("."):
                    yield member.name, ByteStream(f"{stream.name}/{member.name}", _safely(content, stream))
    except (tarfile.TarError, EOFError, ValueError) as error:
        raise _damaged(stream, str(error)) from error
    if stream.position < end:
        raise _damaged(stream, "it is cut off")


def _safely(content: IO[bytes], stream: ByteStream) -> Callable[[int], bytes]:
    """The content's read, whose errors are sentences."""

    def more(size: int) -> bytes:
        try:
            return content.read(size)
        except (tarfile.TarError, EOFError, ValueError) as error:
            raise _damaged(stream, str(error)) from error

    return more


def _forget(archive: tarfile.TarFile) -> None:
    """Drop tarfile's memory of the members: it keeps all of them for a way back that a stream does not have."""
    remembered: list[tarfile.TarInfo] = vars(archive)["members"]
    remembered.clear()


def _damaged(stream: ByteStream, why: str) -> FormatError:
    return FormatError(
        f"the tar archive is damaged ({why})", where=Place(file=stream.name), todo="Make or fetch the file again."
    )
