"""Diam's: two to five players collect diamonds in hidden vaults."""
