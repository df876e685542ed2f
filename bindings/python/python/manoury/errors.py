"""What can go wrong. Every text says what to do."""


class ManouryError(Exception):
    """Whatever this package raises, but for wrong arguments of Python's own kinds."""


class PositionError(ManouryError, ValueError):
    """No position, or one that tables do not answer: too many pieces, of another variant."""


class FenError(PositionError):
    """A text that is no position; the message names the token at fault."""


class MoveError(ManouryError, ValueError):
    """A text that is no legal move; the message lists moves to choose from."""


class ClockError(ManouryError, ValueError):
    """Clocks that no game can reach."""


class OpenError(ManouryError):
    """A folder of tables that is missing, cannot be read or has no tables of the variant."""


class TableError(ManouryError):
    """A table that a question needs cannot be used."""

    file: str
    """Its name if it is missing, else its path."""

    def __init__(self, message: str, file: str) -> None:
        super().__init__(message, file)
        self.file = file

    def __str__(self) -> str:
        return str(self.args[0])


class MissingTableError(TableError):
    """A table that a question needs is in none of the folders."""

    command: str
    """The command that makes it."""

    def __init__(self, message: str, file: str, command: str) -> None:
        super().__init__(message, file)
        self.args = (message, file, command)
        self.command = command


class CorruptTableError(TableError):
    """A table is damaged, of another version, or under a wrong name."""


class UnreadableTableError(TableError):
    """The system cannot read a table."""
