"""What a bot author uses: starters, sample input, the compliance test, speed measurements."""
