"""The agents themselves: how each of them chooses its moves."""
