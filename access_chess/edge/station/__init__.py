"""A station of a hall: reports its games, carries out the arbiter's orders, and plays on when nobody answers."""
