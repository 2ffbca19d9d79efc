"""Web pages of matches, runs, events and players; offline, the same bytes for the same content.

Pages are made of domain objects, drawings and texts; this room asks the database through the store
only and decides nothing about rules, standings or ratings.
"""
