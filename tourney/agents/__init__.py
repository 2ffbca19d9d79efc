"""What sits behind a seat, and how a target such as `greedy` or `./mybot.py` is found."""
