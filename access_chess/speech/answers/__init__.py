"""Pure: what is answered to a question."""
