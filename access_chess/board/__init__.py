"""The sensor board as values: wire protocol, occupancy, touches and candidate moves, two-board comparison."""
