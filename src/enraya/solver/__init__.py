"""Exact solving: scores, analysis, review, and the opening book."""

from enraya.solver.analysis import Analysis, Bounds, analyse
from enraya.solver.book import Book
from enraya.solver.book_file import shipped_book
from enraya.solver.review import Review, review
from enraya.solver.solver import Solution, Solver

__all__ = [
    "Analysis",
    "Book",
    "Bounds",
    "Review",
    "Solution",
    "Solver",
    "analyse",
    "review",
    "shipped_book",
]
