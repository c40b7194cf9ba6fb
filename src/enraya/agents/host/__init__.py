"""What runs inside an agent's own process, and a trial that attacks the sandbox."""
