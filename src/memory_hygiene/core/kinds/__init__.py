"""What kind of thing an entry says: its reading, the cues in it, and what they amount to (see docs/categories.md)."""
