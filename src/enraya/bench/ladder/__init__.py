"""What the ratings of a league are worth: simulated leagues, and one of known players."""
