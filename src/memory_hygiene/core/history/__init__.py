"""History: the lives of entries, followed from commit to commit."""
