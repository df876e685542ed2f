"""The example works on boards of pydraughts."""

import importlib.util
import random
import subprocess
import sys
from pathlib import Path

import manoury
import pytest

draughts = pytest.importorskip("draughts", reason="pydraughts is not installed")
EXAMPLE = Path(__file__).parents[1] / "examples" / "pydraughts_game.py"


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("pydraughts_game", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_program(folder):
    done = subprocess.run(
        [sys.executable, EXAMPLE, folder, "W:BK11:WK12,K40,50"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "Probe(outcome=<Outcome.WIN: 2>, dtc=12, dtw=31)" in lines
    assert lines[-1].startswith("The end: no-piece") and " 31 " in done.stdout


def test_a_board_has_the_colours_of_its_fen(example):
    fen = "W:B23:W37,K46"
    assert example.position_of(example.new_board(fen)) == manoury.Position(fen)
    # Why new_board is needed; when this fails, pydraughts has mended it.
    assert manoury.Position(draughts.Board(fen=fen).fen) != manoury.Position(fen)


def test_moves_of_both_are_the_same(example, positions):
    some = [manoury.Position("W:WK4:B13,20,32,37"), *positions[:30]]
    for position in some:
        board = example.new_board(position.fen)
        ours = set(position.legal_moves())
        theirs = {position.make(example.text_of(move)).fen for move in board.legal_moves()}
        assert {position.make(text).fen for text in ours} == theirs, position
        for text in ours:
            move = example.find(board, text)
            assert position.make(example.text_of(move)) == position.make(text)


def test_clocks_of_a_game_on_a_board(example, tablebase):
    numbers = random.Random(16)
    board = example.new_board("W:WK12,K40,50:BK11")
    game = manoury.Game("W:WK12,K40,50:BK11")
    while game.over is None:
        move = numbers.choice(board.legal_moves())
        board.push(move)
        game.play(example.text_of(move))
        replayed = example.game_of(board)
        assert (replayed.fen, replayed.clocks) == (game.fen, game.clocks)
        assert manoury.Position(board.fen) == game.position
        if game.over is None:
            assert tablebase.probe(replayed) == tablebase.probe(game.fen, *game.clocks)
    assert game.plies > 1
