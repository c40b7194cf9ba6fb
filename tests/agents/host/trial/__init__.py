"""The trial of the sandbox by itself."""
