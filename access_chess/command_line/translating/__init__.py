"""What is said to translators of a voice pack: whether it is whole and right, and the beginning of a new one."""
