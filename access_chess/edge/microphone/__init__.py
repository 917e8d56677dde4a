"""What is heard by a microphone, cut into utterances."""
