"""Runs a command that cannot create namespaces, as on machines whose kernel refuses them.

    python crowded.py COMMAND…

Standard library only.
"""

import ctypes
import os
import sys

NEW_USERS = 0x1000_0000


def main() -> None:
    libc, user, group = ctypes.CDLL(None, use_errno=True), os.getuid(), os.getgid()
    if libc.unshare(NEW_USERS):
        sys.exit(f"no namespace to be without others in: {os.strerror(ctypes.get_errno())}")
    for file, text in (
        ("/proc/self/setgroups", "deny"),
        ("/proc/self/uid_map", f"{user} {user} 1"),
        ("/proc/self/gid_map", f"{group} {group} 1"),
        ("/proc/sys/user/max_user_namespaces", "0"),
    ):
        with open(file, "wb", buffering=0) as opened:
            opened.write(text.encode())
    os.execvp(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
