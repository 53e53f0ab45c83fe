"""The subcommands of `pbp`, one file a subject; each is loaded when it is called."""
