"""Game controllers: buttons and rumble."""
