"""Endpoints: the URLs of entries, where they lead, and what was answered."""
