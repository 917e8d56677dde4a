"""What is said: voice packs, utterances, and the order in which they are spoken. No sound is made here."""
