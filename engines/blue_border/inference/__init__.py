"""What nobody has seen yet: worlds a seat could be in, and records with unknown cards."""
