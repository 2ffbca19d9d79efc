"""Compiles the engines and the built-in bots with mypyc, from the sources as they are.

With HATCH_BUILD_HOOKS_ENABLE=1 a wheel gets compiled modules, and a checkout that is installed for
editing gets them beside its sources (`make fast`). A C compiler is needed; mypy and setuptools come
with the build. What the compiler refuses is never left out: then there is no build. Builds of
Python without the global lock are not supported yet.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "engines/**/*.py",
    "tourney/bots/**/*.py",
    "tourney/domain/engine_log.py",
    "tourney/domain/observation.py",
)
INTERPRETED = {
    "__init__.py": "mypyc leaves packages to Python",
    "build.py": "it chooses the build before anything compiled is imported",
    "games.py": "a table to which somebody who adds a game adds a line",
}
NEEDED = ("engines", "tourney/bots", "tourney/domain")
"""What mypy reads for it. The package `tourney` itself leads to the whole program, so it is empty
there."""


class Compile(BuildHookInterface[Any]):
    """The build hook: compiled modules in a wheel, or beside the sources of a checkout."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files of the wheel are collected."""
        root = Path(self.root)
        if sysconfig.get_config_var("Py_GIL_DISABLED"):
            sys.exit("compiled modules need a Python with the global interpreter lock")
        # Noted before they are compiled: what is edited meanwhile must count as changed.
        found = [(path, (root / path).stat()) for path in sources(root)]
        self._folder = tempfile.TemporaryDirectory(prefix="tourney-build-")
        made = compile_in(Path(self._folder.name), root)
        if version != "editable":
            build_data |= {"infer_tag": True, "pure_python": False}
            build_data["force_include"] |= {str(path): place for path, place in made.items()}
            return
        sys.path.insert(0, self.root)
        from engines.build import LIST

        # No source is as this says: whoever starts now, or after a failure, runs the sources.
        Path(LIST).write_text("being compiled\n")
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        for old in {*root.glob(f"engines/**/*{suffix}"), *root.glob(f"tourney/**/*{suffix}")}:
            if str(old.relative_to(root)) not in made.values():
                old.unlink()  # of a module that is gone or is no longer compiled
        for path, place in made.items():
            # Put in place by a rename: a program that runs may have the old file in memory.
            shutil.copy(path, root / f"{place}.new.so")
            os.replace(root / f"{place}.new.so", root / place)
        lines = [f"{path} {source.st_size} {source.st_mtime_ns}\n" for path, source in found]
        Path(LIST).write_text("".join(lines), encoding="utf-8")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was made on the way."""
        self._folder.cleanup()


def sources(root: Path) -> list[str]:
    """The sources that are compiled, below the root."""
    found = {path for pattern in COMPILED for path in root.glob(pattern)}
    return sorted(str(path.relative_to(root)) for path in found if path.name not in INTERPRETED)


def compile_in(folder: Path, root: Path) -> dict[Path, str]:
    """Compile copies of the sources in a folder; returns the libraries made and their places."""
    for name in NEEDED:
        hidden = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(root / name, folder / name, ignore=hidden)
    (folder / "tourney" / "__init__.py").touch()
    # In a process of its own: what mypyc and setuptools need of the whole process goes with it.
    command = [sys.executable, __file__, *sources(root)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        said = f"{done.stdout}\n{done.stderr}".splitlines()
        # There are so many warnings that nobody would find the error.
        told = "\n".join(line for line in said if ": warning: " not in line)
        sys.exit(f"{told[-4000:]}\nthe modules could not be compiled")
    made = folder / "lib"
    return {path: str(path.relative_to(made)) for path in made.rglob("*") if path.is_file()}


def build_library(files: list[str]) -> None:
    """Compile these files below the current folder into its folder `lib`."""
    from mypyc.build import mypycify
    from setuptools import setup
    from setuptools.command.build_ext import build_ext

    class AllCores(build_ext):
        """Compiles the C files of the library at the same time, not one after the other."""

        def build_extensions(self) -> None:
            compiler = self.compiler

            def compile_all(
                sources, output_dir=None, macros=None, include_dirs=None, debug=False,
                extra_preargs=None, extra_postargs=None, depends=None,
            ):  # fmt: skip
                macros, objects, extra, options, build = compiler._setup_compile(
                    output_dir, macros, include_dirs, sources, depends, extra_postargs
                )
                flags = compiler._get_cc_args(options, debug, extra_preargs)

                def compile_one(made: str) -> None:
                    compiler._compile(made, *build[made], flags, extra, options)

                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    list(pool.map(compile_one, objects))
                return objects

            if compiler.compiler_type == "unix":
                compiler.compile = compile_all
            super().build_extensions()

    library = mypycify(
        ["--strict", *files],
        opt_level="2",
        debug_level="0",
        multi_file=True,
        group_name="tourney",
    )
    setup(
        name="tourney",
        packages=[],
        ext_modules=library,
        cmdclass={"build_ext": AllCores},
        script_args=["-q", "build_ext", "--build-lib", "lib"],
    )


if __name__ == "__main__":
    build_library(sys.argv[1:])
