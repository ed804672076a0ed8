"""Live: what the agent's own configuration says and its tools would do."""
