"""Scoresheets: read from files, written in every form, brought into the journal, and archived."""
