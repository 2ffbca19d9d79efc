"""One match: luck, the agents' protocol, the referee."""
