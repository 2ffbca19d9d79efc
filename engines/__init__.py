"""Rule engines that know nothing of files, clocks, databases or tournaments."""
