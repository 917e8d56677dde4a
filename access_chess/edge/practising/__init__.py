"""What practice keeps and reads: a file of its own, puzzles of others, engines that judge."""
