"""Who and what sits down at a game: boards, devices, voice, screens, opponents."""
