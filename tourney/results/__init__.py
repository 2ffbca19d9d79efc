"""How matches ended, and the sums over results that every standings table is made from."""
