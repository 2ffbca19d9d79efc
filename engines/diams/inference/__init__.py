"""Diam's: everything about what is not known: worlds a seat could be in, records with gaps."""
