"""Memory Hygiene keeps the memory files of AI agents in a git repository that cannot rot unnoticed."""

__version__ = "0.1.0"
