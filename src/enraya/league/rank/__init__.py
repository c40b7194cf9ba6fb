"""What the games of a league say: ratings, which pair to play next, grades, places in events."""
