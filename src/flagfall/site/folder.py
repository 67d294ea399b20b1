"""Writing a site into a folder: nothing that is not ours is ever overwritten or removed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from flagfall.core import FlagfallError
from flagfall.record.disk import replacing

LIST = "flagfall-site.json"
"""The file that says which files are ours."""


class Foreign(FlagfallError):
    """A folder with something in it that we have not written."""


def ours(folder: Path) -> set[str]:
    """The files that an earlier site left here; Foreign where the folder is somebody else's."""
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise Foreign(f"{folder} is a file; name a folder that is new or empty")
    if not any(folder.iterdir()):
        return set()
    try:
        listed = json.loads((folder / LIST).read_text(encoding="utf-8"))
        return {str(each) for each in listed["files"]}
    except (OSError, ValueError, LookupError, TypeError):
        raise Foreign(f"{folder} holds something else already; name a folder that is new or empty") from None


def write(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write all files, and remove those of an earlier site that are no longer there; how many were changed."""
    before = ours(folder)
    strange = [name for name in files if name not in before and (folder / name).exists()]
    if strange:
        raise Foreign(
            f"{folder / strange[0]} is not ours, and would be overwritten; name a folder that is new or empty"
        )
    listed = json.dumps({"files": sorted([*files, LIST])}, indent=1).encode()
    _put(folder / LIST, json.dumps({"files": sorted({*before, *files, LIST})}, indent=1).encode())
    changed = sum(_put(folder / name, body) for name, body in files.items())
    for name in sorted(before - set(files) - {LIST}):
        changed += _drop(folder, name)
    _put(folder / LIST, listed)
    return changed


def _put(path: Path, body: bytes) -> bool:
    """Whether something had to be written."""
    if path.is_file() and path.read_bytes() == body:
        return False
    with replacing(path, ".flagfall-") as file:
        file.write(body)
    path.chmod(0o644)  # which a web server, who is somebody else, can read
    return True


def _drop(folder: Path, name: str) -> bool:
    """Remove a file, and the folders that nothing is left in; nothing outside the folder, whatever the list says."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()) or not path.is_file():
        return False
    path.unlink()
    for above in path.parents:
        if above == folder or any(above.iterdir()):
            break
        above.rmdir()
    return True
