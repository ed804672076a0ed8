"""Whole runs: what the edges read goes through the core, and what the core proved is written."""
