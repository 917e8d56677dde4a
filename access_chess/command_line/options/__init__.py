"""What users give on the command line, and what is said where it cannot be right."""
