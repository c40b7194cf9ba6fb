"""The inside of an agent's own process, and attacks on the sandbox by itself."""
