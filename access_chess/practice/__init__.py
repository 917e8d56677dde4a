"""Training at home: engine opponents, hints, board queries. The tournament profile never imports this."""
