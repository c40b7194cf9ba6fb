"""What the servers of the laboratory and of leagues share."""
