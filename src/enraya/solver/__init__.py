"""Exact solving: scores, analysis, review, and the opening book."""

from enraya.solver.analysis import Analysis, analyse
from enraya.solver.book import Book, shipped_book
from enraya.solver.review import Review, review
from enraya.solver.solver import Solution, Solver

__all__ = [
    "Analysis",
    "Book",
    "Review",
    "Solution",
    "Solver",
    "analyse",
    "review",
    "shipped_book",
]
