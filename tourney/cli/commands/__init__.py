"""One file for each command or group of commands, imported when the command is called."""
