"""What follows from the games of a league: ratings, the next pair to play, grades, event places."""
