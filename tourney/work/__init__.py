"""Spreads chunks of work over processes: bounded, in order, and safe if a process dies."""
