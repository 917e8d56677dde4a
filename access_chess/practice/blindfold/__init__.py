"""Drills for the head: no board, no engine. Ten questions a round, in levels that go by how well they are answered."""
