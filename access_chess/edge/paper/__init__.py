"""What is printed: sheets and envelopes as PDF."""
