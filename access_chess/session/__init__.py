"""One game being played, and who takes part. Threads, but no file and no device."""
