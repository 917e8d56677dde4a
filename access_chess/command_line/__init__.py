"""The command line: one file a command. The only room that joins the others; nobody imports it."""
