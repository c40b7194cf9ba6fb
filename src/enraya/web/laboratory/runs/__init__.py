"""Long work that the page starts and follows."""
