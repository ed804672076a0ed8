"""How two entries are compared that say nearly the same: reading, index, verdict."""
