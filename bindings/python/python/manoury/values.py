"""What a tablebase answers with: values that never change."""

from enum import IntEnum
from typing import NamedTuple, Optional


class Outcome(IntEnum):
    """The result under perfect play, for one side. The greater the better."""

    LOSS = -2
    """Lost."""
    BLESSED_LOSS = -1
    """Lost on the board, but drawn under the draw limits."""
    DRAW = 0
    """Drawn."""
    CURSED_WIN = 1
    """Won on the board, but drawn under the draw limits."""
    WIN = 2
    """Won."""

    @property
    def opposite(self) -> "Outcome":
        """The same result seen from the other side."""
        return Outcome(-self.value)

    @property
    def under_limits(self) -> "Outcome":
        """What counts in a game with draw limits: cursed wins and blessed losses are draws."""
        return self if abs(self.value) == 2 else Outcome.DRAW

    @property
    def on_board(self) -> "Outcome":
        """What counts in a game without draw limits: a cursed win is a win."""
        return Outcome((self.value > 0) * 2 - (self.value < 0) * 2)

    def __str__(self) -> str:
        """The name that the command line uses, such as ``cursed-win``."""
        return self.name.lower().replace("_", "-")

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Clocks(NamedTuple):
    """Plies used on each draw clock; None for one that does not run.

    They can be handed on: ``tablebase.probe(fen, *clocks)``.
    """

    clock25: int
    """Plies since the last capture or man's move."""
    clock16: Optional[int]
    """Plies since class sixteen arose: a lone king against three pieces with a king among them."""
    clock5: Optional[int]
    """Plies since class five arose: a lone king against one or two pieces with a king among them."""


class Probe(NamedTuple):
    """What the tables say of a position, for its side to move."""

    outcome: Outcome
    """The outcome under the clocks."""
    dtc: Optional[int]
    """Plies to the capture or man's move that keeps the outcome, or to the end of the game.

    None for a draw and where there is no table. Clocks do not change it.
    """
    dtw: Optional[int]
    """Plies to the end of the game, draw limits ignored; None as for ``dtc``."""


class RankedMove(NamedTuple):
    """A legal move and what it leads to."""

    move: str
    """The move as text: ``32-28``, ``32x23``."""
    outcome: Outcome
    """The outcome for the side that moves, under the clocks."""
    dtc: Optional[int]
    """The ``Probe.dtc`` of the position after the move."""
    dtw: Optional[int]
    """The ``Probe.dtw`` of the position after the move."""
    fen: str
    """The position after the move."""
    conversion: bool
    """Whether it is a capture or a man's move, after which the 25-clock starts anew."""
    clocks: Clocks
    """The clocks after the move."""


class LineStep(NamedTuple):
    """One ply of best play."""

    move: str
    """As in :class:`RankedMove`, like what follows."""
    outcome: Outcome
    dtc: Optional[int]
    dtw: Optional[int]
    fen: str
    conversion: bool
    clocks: Clocks
    end: Optional[str]
    """How the game is over after the move, None if it goes on; see ``Game.over``."""
