"""Sealed runs: what they are committed to before the first match, their proof, its verification."""
