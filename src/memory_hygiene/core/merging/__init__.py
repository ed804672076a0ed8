"""Merging: two versions of a memory brought together, entry by entry and record by record."""
