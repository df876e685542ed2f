"""Exact answers from endgame tables of draughts.

>>> import manoury
>>> tablebase = manoury.Tablebase("tablebases")
>>> tablebase.probe("W:WK12,K40,50:BK11")
Probe(outcome=<Outcome.WIN: 2>, dtc=12, dtw=31)

Tables are made by the command ``manoury generate``.
"""

from ._manoury import (
    BAD_POSITION,
    BAD_TABLE,
    MISSING_TABLE,
    TOO_MANY_PIECES,
    Game,
    Position,
    Tablebase,
)
from ._manoury import VERSION as __version__
from .errors import (
    ClockError,
    CorruptTableError,
    FenError,
    ManouryError,
    MissingTableError,
    MoveError,
    OpenError,
    PositionError,
    TableError,
    UnreadableTableError,
)
from .values import Clocks, LineStep, Outcome, Probe, RankedMove

__all__ = [
    "BAD_POSITION",
    "BAD_TABLE",
    "ClockError",
    "Clocks",
    "CorruptTableError",
    "FenError",
    "Game",
    "LineStep",
    "MISSING_TABLE",
    "ManouryError",
    "MissingTableError",
    "MoveError",
    "OpenError",
    "Outcome",
    "Position",
    "PositionError",
    "Probe",
    "RankedMove",
    "TOO_MANY_PIECES",
    "TableError",
    "Tablebase",
    "UnreadableTableError",
    "__version__",
]
