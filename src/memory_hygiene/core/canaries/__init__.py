"""Canaries: the lines that tell of a rewrite, their tokens and their places."""
