"""Writers: who may change one agent's memory, and what a change needs."""
