"""One module a page, or a few that belong together."""
