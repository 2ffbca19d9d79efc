"""What all games share: options, notation, matching, the order of a deck, common messages."""
