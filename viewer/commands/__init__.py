"""The subcommands of `blastfocus`, one room each."""
