"""What the results say: ratings, sequential tests, times, mistakes."""
