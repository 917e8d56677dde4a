"""Pure: what a hall of many games knows of them, and who may know it."""
