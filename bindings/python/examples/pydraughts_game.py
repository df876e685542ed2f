"""A game on a board of pydraughts, played by the tables.

    pip install manoury pydraughts
    python pydraughts_game.py tablebases "W:WK12,K40,50:BK11"

pydraughts (seen in version 0.6.7) is left to keep the board. What needs care:

- A FEN whose first list is Black's ('W:B..:W..') is read with the colours exchanged, and counters
  behind the lists are dropped. `new_board` hands it what manoury writes, in which White's list comes
  first.
- Its counters of the draw rules are not those of the FMJD: a man's move sets the counts of 16 and 5
  moves back. `game_of` replays the moves into a manoury.Game, whose clocks are right.
- It lists a capture once for each way of making it. `find` looks for the move that leads to the same
  position.
- Boards of the variant 'brazilian' number their squares from the other side and write FENs in letters.
  This program keeps to international draughts.
"""

import sys

import draughts
import manoury


def new_board(fen):
    """A board of pydraughts, whatever the order of the lists in the FEN."""
    return draughts.Board(fen=manoury.Position(fen).fen)


def position_of(board):
    """The position on a board."""
    return manoury.Position(board.fen)


def game_of(board, **clocks):
    """The game that was played on a board, with its clocks; `clocks` are those it began with."""
    game = manoury.Game(board.initial_fen, **clocks)
    for move in board.move_stack:
        game.play(text_of(move))
    return game


def text_of(move):
    """A move of pydraughts as manoury reads it: every square where it lands."""
    return ("x" if move.has_captures else "-").join(map(str, move.steps_move))


def find(board, text):
    """The move of pydraughts that is the one manoury writes so."""
    position = position_of(board)
    after = position.make(text)
    for move in board.legal_moves():
        if position.make(text_of(move)) == after:
            return move
    raise ValueError(f"{text} is not legal on the board")


def play(tablebase, board, **clocks):
    """Plays on by the tables to the end of the game; returns the game."""
    game = game_of(board, **clocks)
    while game.over is None:
        best = tablebase.moves(game)[0]
        if best.outcome is manoury.Outcome.DRAW:
            break
        board.push(find(board, best.move))
        game.play(best.move)
        print(f"{game.plies:3} {best.move:12} {best.outcome:13} {best.clocks}")
    return game


def main(folder, fen):
    tablebase = manoury.Tablebase(folder)
    board = new_board(fen)
    print(board)
    print(tablebase.probe(board.fen))
    game = play(tablebase, board)
    print(board)
    print(f"The end: {game.over or 'a draw'}; {game!r}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: pydraughts_game.py FOLDER FEN")
    main(sys.argv[1], sys.argv[2])
