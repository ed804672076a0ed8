"""Losses: what became of everything that left its place in a change."""
