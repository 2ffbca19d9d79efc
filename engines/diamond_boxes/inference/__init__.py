"""Diamond Boxes: hidden information: worlds that a seat could be in, records with gaps."""
