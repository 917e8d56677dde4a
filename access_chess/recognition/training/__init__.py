"""What makes the network of phones that comes with the program; `model_card.md` tells of its data and its limits."""
