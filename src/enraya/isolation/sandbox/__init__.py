"""What keeps an agent from the machine: its own root, Landlock and a filter of calls."""
