"""Drawings as SVG: the table of a match and charts of numbers.

Knows positions as scenes and numbers as plain values; knows no database, no page and no file.
"""
