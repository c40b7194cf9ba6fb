"""Other people's programs in processes of their own, with limits."""
