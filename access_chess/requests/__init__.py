"""Pure: what may be asked for besides moves: one value for keys, voice, buttons and boards."""
