"""Diamond Boxes: everything about cards that are not known: worlds and records with gaps."""
