"""What makes data of the program, or looks how good its tests are: run by hand, from the checkout."""
