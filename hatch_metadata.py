"""What a package index shows: the README with links that work there, the addresses of the project.

No address stands in the sources, because copies of the project may live anywhere. A build takes it
from TOURNEY_REPOSITORY, from the forge whose job it is, or from the remote `origin`. Links then
lead to the tag of this version. Where nothing is known, the README keeps the words of its links
and leaves out pictures.
"""

import os
import posixpath
import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)")
LINK = re.compile(r"(?<!!)\[((?:!\[[^\]]*\]\([^)]*\)|[^\[\]])*)\]\((?!https?:|#)([^)\s]+)\)")
"""A link; its words may be a picture."""


class Described(MetadataHookInterface):
    """The metadata hook: readme and urls."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add what depends on where the project lives."""
        address = repository(self.root)
        version = re.search(r'__version__ = "(.+)"', read(self.root, "tourney/__init__.py"))
        assert version
        text = absolute(read(self.root, "README.md"), address, f"v{version[1]}")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        if address:
            metadata["urls"] = {
                "Source": address,
                "Documentation": f"{address}/blob/v{version[1]}/docs/index.md",
                "日本語": f"{address}/blob/v{version[1]}/docs/ja/index.md",
                "Changelog": f"{address}/blob/v{version[1]}/CHANGELOG.md",
                "Issues": f"{address}/issues",
            }


def repository(root: str) -> str:
    """The address of the repository for a browser; "" if it is not known."""
    found = os.environ.get("TOURNEY_REPOSITORY", "")
    if not found and {"GITHUB_SERVER_URL", "GITHUB_REPOSITORY"} <= os.environ.keys():
        found = f"{os.environ['GITHUB_SERVER_URL']}/{os.environ['GITHUB_REPOSITORY']}"
    if not found and Path(root, ".git").exists():
        asked = ["git", "-C", root, "remote", "get-url", "origin"]
        try:
            said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
        except OSError:
            said = ""
        # git@host:owner/name.git and ssh://git@host/owner/name.git are https://host/owner/name
        host = re.fullmatch(r"(?:ssh://)?(?:[^@/]+@)([^:/]+)[:/](.+)", said)
        found = f"https://{host[1]}/{host[2]}" if host else said
    # No folder of this machine, and no password that stands in an address.
    shown = re.fullmatch(r"https://(?!localhost)[^@\s]+\.[^@\s]+", found)
    return found.rstrip("/").removesuffix(".git") if shown else ""


def absolute(text: str, address: str, tag: str) -> str:
    """A page of the root of the checkout, with links that work elsewhere."""

    def placed(link: re.Match[str]) -> str:
        kind, mark = ("raw", "!") if link.re is PICTURE else ("blob", "")
        words, target = link.groups()
        if not address:
            return "" if mark else words
        return f"{mark}[{words}]({address}/{kind}/{tag}/{posixpath.normpath(target)})"

    return LINK.sub(placed, PICTURE.sub(placed, text))


def read(root: str, name: str) -> str:
    """The text of a file of the project."""
    return Path(root, name).read_text("utf-8")
