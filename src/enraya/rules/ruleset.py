"""The class of all rule sets: a name, the size of the board, and the rules as numbers."""

from dataclasses import dataclass, field

from enraya.kernels.core.board import Rules
from enraya.kernels.core.geometry import Geometry, for_kernels, make_geometry


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of a game and the size of its board, for `Position` and the kernels.

    >>> from enraya.rules import parse_rules
    >>> parse_rules("classic(columns=8, rows=8)").cells
    64
    """

    name: str
    columns: int
    rows: int
    numbers: Rules
    """The rules as kernels read them."""
    spec: str
    """The text that stands for this rule set; `parse_rules` reads it back."""
    geometry: Geometry = field(init=False, repr=False, compare=False)
    """Where the cells lie in a word, as Python integers."""
    kernel_geometry: Geometry = field(init=False, repr=False, compare=False)
    """The same geometry in the integers that kernels use."""
    tops: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)
    """Each column, counted from 1, with a mask of its top cell, which is taken if it is full."""

    def __post_init__(self) -> None:
        geometry = make_geometry(self.columns, self.rows)
        top_row = geometry.rows - 1
        tops = (
            (column + 1, 1 << (column * geometry.stride + top_row))
            for column in range(self.columns)
        )
        object.__setattr__(self, "geometry", geometry)
        object.__setattr__(self, "tops", tuple(tops))
        object.__setattr__(self, "kernel_geometry", for_kernels(geometry))

    @property
    def cells(self) -> int:
        """The number of cells of the board."""
        return self.columns * self.rows

    @property
    def has_bombs(self) -> bool:
        """Whether the game has bombs and the action BOOM."""
        return self.numbers.bomb_period > 0

    def __str__(self) -> str:
        return self.spec
