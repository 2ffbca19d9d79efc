"""Rule engines; they do not depend on files, clocks, databases or tournaments."""
