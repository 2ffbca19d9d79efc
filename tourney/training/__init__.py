"""Learns value functions from self-play: positions with what came of them, and the fit."""
