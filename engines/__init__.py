"""Rule engines; they do not depend on files, clocks, databases or tournaments."""

import os.path

from engines import build as build  # before any module that may be compiled

CATALOGUES = [os.path.dirname(__file__)]
"""Folders whose rooms have catalogues of what they say; see `engines.messages.catalogue`."""
