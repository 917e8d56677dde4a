"""What makes data of the program: run by hand, from the checkout."""
