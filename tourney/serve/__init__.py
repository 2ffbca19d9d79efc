"""`tourney serve`: an event on telephones, on a screen on the wall, and at the organiser's desk."""
