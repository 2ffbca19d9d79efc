"""Runs many command lines in one process: `python -m tests.commands` reads them from stdin as JSON.

Prints [exit status, stdout, stderr] of each as JSON; after an exception the status is null and
stderr has the traceback.
"""

import json
import os
import sys
import tempfile
import traceback


def outcome(args: list[str]) -> tuple[int | None, str, str]:
    """Runs one command with stdout and stderr redirected to files."""
    from tourney.cli.root import main

    kept = os.dup(1), os.dup(2)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        code: int | None = None
        try:
            code = main(args)
        except Exception:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os.dup2(kept[0], 1)
            os.dup2(kept[1], 2)
            os.close(kept[0])
            os.close(kept[1])
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
    return code, texts[0], texts[1]


if __name__ == "__main__":
    print(json.dumps([outcome(args) for args in json.load(sys.stdin)]))
