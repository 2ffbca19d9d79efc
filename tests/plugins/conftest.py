"""The tests of the sixth game are those of another project, and run there."""

collect_ignore = ["sixth_game"]
