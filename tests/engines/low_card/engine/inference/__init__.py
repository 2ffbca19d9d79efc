"""Low Card: what is not known: worlds that a seat could be in, and records with gaps."""
