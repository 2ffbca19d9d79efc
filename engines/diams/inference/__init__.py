"""Diam's: hidden information: sampling worlds that a seat could be in, records with gaps."""
