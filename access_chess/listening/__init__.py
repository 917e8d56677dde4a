"""What is understood: from words to moves and commands, and the questions that settle a doubt."""
