"""Planning: decisions about entries, turned into actions, edits and a proof."""
