"""What a laboratory keeps in its database."""
