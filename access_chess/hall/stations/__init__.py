"""Boards at stations: what they have reported, and the orders for them."""
