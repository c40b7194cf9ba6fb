"""What the games of a store say: summaries, surveys, mistakes."""
