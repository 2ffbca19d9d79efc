"""Where the points of a match came from: the deal, draws, errors, gifts of others."""
