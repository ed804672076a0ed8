"""Wording: an entry in fewer words, and the proof that it says the same."""
