"""Games on many boards: played, watched and ruled on, at pages and at stations."""
