"""What a rule set is: a name, a board size, and the rules as numbers."""

from dataclasses import dataclass, field

from enraya.kernels.core.board import Rules
from enraya.kernels.core.geometry import Geometry, for_kernels, make_geometry


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game: everything that `Position` and the kernels must know about its rules.

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
    """How to write this rule set down; `parse_rules` reads it back."""
    geometry: Geometry = field(init=False, repr=False, compare=False)
    """Where the cells lie, in Python integers."""
    kernel_geometry: Geometry = field(init=False, repr=False, compare=False)
    """The same for kernels."""
    tops: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)
    """Each column as a move, with its top cell: the column is full when that is taken."""

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
