"""The hall's pages: games played, watched and ruled on in a browser."""
