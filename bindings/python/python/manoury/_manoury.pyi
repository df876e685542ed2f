from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Optional, Union, final, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

from .values import Clocks, LineStep, Outcome, Probe, RankedMove

__all__ = [
    "BAD_POSITION",
    "BAD_TABLE",
    "Game",
    "MISSING_TABLE",
    "Position",
    "TOO_MANY_PIECES",
    "Tablebase",
    "VERSION",
]

BAD_POSITION: Final[int]
BAD_TABLE: Final[int]
MISSING_TABLE: Final[int]
TOO_MANY_PIECES: Final[int]
VERSION: Final[str]

_Reading = Literal["fmjd", "lidraughts"]
_Variant = Literal["international", "brazilian", "english"]
_Turn = Literal["W", "B"]
_Given = Union[str, "Position", "Game"]
_Folder = Union[str, PathLike[str]]

@final
class Position:
    def __new__(cls, fen: str, variant: _Variant = "international") -> Self: ...
    @staticmethod
    def start(variant: _Variant = "international") -> Position: ...
    @staticmethod
    def from_bitboards(
        white_men: int,
        white_kings: int,
        black_men: int,
        black_kings: int,
        turn: _Turn = "W",
        variant: _Variant = "international",
    ) -> Position: ...
    @property
    def fen(self) -> str: ...
    @property
    def turn(self) -> _Turn: ...
    @property
    def variant(self) -> _Variant: ...
    @property
    def bitboards(self) -> tuple[int, int, int, int]: ...
    @property
    def white_men(self) -> tuple[int, ...]: ...
    @property
    def white_kings(self) -> tuple[int, ...]: ...
    @property
    def black_men(self) -> tuple[int, ...]: ...
    @property
    def black_kings(self) -> tuple[int, ...]: ...
    @property
    def pieces(self) -> int: ...
    @property
    def must_capture(self) -> bool: ...
    @property
    def is_over(self) -> bool: ...
    def legal_moves(self) -> list[str]: ...
    def make(self, move: str) -> Position: ...
    def reversed(self) -> Position: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Position], tuple[str, str]]: ...

@final
class Game:
    def __new__(
        cls,
        position: Optional[_Given] = None,
        clock25: Optional[int] = None,
        clock16: Optional[int] = None,
        clock5: Optional[int] = None,
        reading: Optional[_Reading] = None,
        variant: Optional[_Variant] = None,
    ) -> Self: ...
    def play(self, move: str) -> None: ...
    @property
    def position(self) -> Position: ...
    @property
    def fen(self) -> str: ...
    @property
    def clocks(self) -> Clocks: ...
    @property
    def reading(self) -> _Reading: ...
    @property
    def variant(self) -> _Variant: ...
    @property
    def plies(self) -> int: ...
    @property
    def occurrences(self) -> int: ...
    @property
    def over(self) -> Optional[str]: ...
    def copy(self) -> Game: ...

@final
class Tablebase:
    def __new__(
        cls,
        paths: Union[_Folder, Iterable[_Folder]],
        variant: _Variant = "international",
        cache_bytes: int = 67108864,
        mapped: bool = False,
    ) -> Self: ...
    def probe(
        self,
        position: _Given,
        clock25: Optional[int] = None,
        clock16: Optional[int] = None,
        clock5: Optional[int] = None,
        reading: Optional[_Reading] = None,
    ) -> Probe: ...
    def probe_wdl(
        self,
        position: _Given,
        clock25: Optional[int] = None,
        clock16: Optional[int] = None,
        clock5: Optional[int] = None,
        reading: Optional[_Reading] = None,
    ) -> Outcome: ...
    def probe_wdl_cached_only(self, position: _Given) -> Optional[Outcome]: ...
    def preload(self, pieces: int) -> int: ...
    def dtx(self, position: _Given) -> Optional[int]: ...
    def moves(
        self,
        position: _Given,
        clock25: Optional[int] = None,
        clock16: Optional[int] = None,
        clock5: Optional[int] = None,
        reading: Optional[_Reading] = None,
    ) -> list[RankedMove]: ...
    def line(
        self,
        position: _Given,
        clock25: Optional[int] = None,
        clock16: Optional[int] = None,
        clock5: Optional[int] = None,
        reading: Optional[_Reading] = None,
    ) -> list[LineStep]: ...
    @overload
    def probe_many(
        self,
        positions: NDArray[np.uint64],
        turns: Union[_Turn, NDArray[np.uint8], NDArray[np.bool_]],
        *,
        threads: Optional[int] = None,
        errors: Literal["code", "raise"] = "code",
    ) -> NDArray[np.int8]: ...
    @overload
    def probe_many(
        self,
        positions: Iterable[_Given],
        turns: None = None,
        *,
        threads: Optional[int] = None,
        errors: Literal["code", "raise"] = "code",
    ) -> NDArray[np.int8]: ...
    @property
    def max_pieces(self) -> int: ...
    @property
    def tables(self) -> dict[str, Path]: ...
    @property
    def paths(self) -> list[Path]: ...
    @property
    def variant(self) -> _Variant: ...
    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        type: Optional[type[BaseException]],
        value: Optional[BaseException],
        traceback: Optional[TracebackType],
        /,
    ) -> None: ...
    def __reduce__(
        self,
    ) -> tuple[type[Tablebase], tuple[list[Path], str, int, bool]]: ...
