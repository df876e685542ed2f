"""Whole games of `manoury hub` through the Hub client of pydraughts.

    python pydraughts_games.py MANOURY TABLES

Ends with 0 if every game went as it must.
"""

import sys

from draughts import Board
from draughts.core.game import Game
from draughts.core.move import StandardMove
from draughts.engine import HubEngine, Limit

# Won positions with the side to move and the plies to the end of the game: within the limits, so
# that the win must come, and in that many plies where both sides play best.
WON = [
    ("W:WK12,K40,50:BK11", 31),
    ("W:WK10:BK5", 3),
    ("W:WK1,K2,K3:BK45", 3),
]


def legal(board):
    return {move.hub_move for move in board.legal_moves()}


def play(engine, board, limit, plies):
    """Both sides by the engine, until nobody can move or the plies are played."""
    for played in range(plies):
        moves = legal(board)
        if not moves:
            return played
        move = engine.play(board, limit, False).move
        assert move.hub_move in moves, (board.fen, move.hub_move)
        board.push(move)
    return plies


def play_table_positions(engine):
    for fen, plies in WON:
        played = play(engine, Board(fen=fen), Limit(movetime=0.2), 60)
        assert played == plies, (fen, played)
        print(f"{fen} won in {played} plies")


def play_from_the_start(engine, plies):
    board = Board()
    played = play(engine, board, Limit(depth=4), plies)
    assert played > 20, played
    print(f"standard: {played} plies, {board.fen}")


def play_brazilian(engine, plies):
    """A game by the numbers of the protocol, which Board turns round for this variant."""
    game = Game("brazilian")
    sent = []
    for _ in range(plies):
        if not game.legal_moves()[0]:
            break
        best, _ = engine.go(game.initial_hub_fen, moves=" ".join(sent), depth=4)
        game.push(StandardMove(board=game, hub_move=best).board_move)
        sent.append(best)
    assert len(sent) > 20, sent
    print(f"brazilian: {len(sent)} plies, {game.get_fen()}")


def use_every_limit(engine):
    board = Board()
    limits = [Limit(movetime=0.1), Limit(time=3), Limit(time=3, inc=1), Limit(depth=3)]
    for limit in [*limits, Limit(nodes=3000)]:
        result = engine.play(board, limit, False)
        assert result.move.hub_move in legal(board)
        assert result.info["source"] == "search" and result.info["depth"] >= 1, result.info
        board.push(result.move)
        if result.ponder:
            assert result.ponder.hub_move in legal(board)


def main(manoury, tables):
    engine = HubEngine([manoury, "hub", "--tables", tables])
    assert engine.id["name"] == "manoury", engine.id
    assert {"normal", "brazilian"} <= engine.variants, engine.variants
    assert {"variant", "reading", "tables", "cache"} <= engine.options, engine.options
    engine.init()
    engine.ping()
    play_table_positions(engine)
    use_every_limit(engine)
    play_from_the_start(engine, 80)
    engine.configure({"variant": "brazilian", "tables": '""'})
    engine.init()
    play_brazilian(engine, 60)
    engine.quit()
    assert engine.p.wait(10) == 0


if __name__ == "__main__":
    main(*sys.argv[1:])
