"""Chunks of work over processes: bounded, in order, surviving the death of any of them."""
