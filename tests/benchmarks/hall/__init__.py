"""Figures of the hall; each prints what it measured, and asserts nothing."""
