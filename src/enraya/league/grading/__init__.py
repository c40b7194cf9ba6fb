"""Grades that do not depend on classmates: baselines beaten, moves judged exactly, places."""
