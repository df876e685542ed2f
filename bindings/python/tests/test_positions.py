"""Positions and games."""

import manoury
import pytest
from manoury import Clocks, Game, Position


def test_a_position_tells_what_is_on_it():
    position = Position(" w : BK 03 : W 31-33, K40 : H7.")
    assert position.fen == str(position) == "W:W31,32,33,K40:BK3"
    assert repr(position) == "Position('W:W31,32,33,K40:BK3')"
    assert (position.turn, position.variant, position.pieces) == ("W", "international", 5)
    assert position.white_men == (31, 32, 33) and position.white_kings == (40,)
    assert position.black_men == () and position.black_kings == (3,)
    assert position.bitboards == (0b111 << 30, 1 << 39, 0, 1 << 2)
    assert Position.from_bitboards(*position.bitboards, turn="W") == position
    assert position != Position.from_bitboards(*position.bitboards, turn="B")
    assert len({position, Position(position.fen)}) == 1
    assert position.reversed().fen == "B:WK48:BK11,18,19,20"
    with pytest.raises(AttributeError):
        position.turn = "B"


@pytest.mark.parametrize("variant, squares", [("international", 50), ("brazilian", 32)])
def test_every_square_is_its_bit(variant, squares):
    for square in range(1, squares + 1):
        sets = (0, 1 << square - 1, 0, 0)
        position = Position.from_bitboards(*sets, "W", variant)
        assert position.white_kings == (square,)
        assert position.bitboards == sets
    with pytest.raises(manoury.PositionError, match="no square"):
        Position.from_bitboards(0, 1 << squares, 0, 0, "W", variant)


def test_moves():
    position = Position("W:WK4:B13,20,32,37")
    assert position.must_capture and not position.is_over
    assert position.legal_moves() == ["4x27x38x15", "4x31x42x15"]
    assert position.make("4:27:38:15").fen == "B:WK15:B37"
    start = Position.start()
    assert len(start.legal_moves()) == 9 and start.make("32-28").turn == "B"
    assert Position.start("english").turn == "B"
    assert Position("W:W:B1").is_over and Position("W:W:B1").legal_moves() == []


@pytest.mark.parametrize("used, end", [(1, "no-piece"), (2, "limit-16")])
def test_a_game_keeps_the_clocks(tablebase, used, end):
    fen = "W:WK12,K40,50:BK11"
    game = Game(fen, clock16=used)
    assert game.clocks == Clocks(0, used, None)
    assert tablebase.probe(game) == tablebase.probe(fen, clock16=used)
    while game.over is None:
        game.play(tablebase.moves(game)[0].move)
    # The win takes 31 plies: with the last of 32 on the clock, or one too late.
    assert (game.over, used + game.plies) == (end, 32)


def test_a_game_counts_repetitions():
    game = Game("W:WK1,K46:BK5,K50")
    for _ in range(2):
        assert game.over is None
        for move in ("1-6", "50-45", "6-1", "45-50"):
            game.play(move)
    assert (game.occurrences, game.over) == (3, "threefold")
    other = game.copy()
    other.play("1-6")
    assert (other.plies, game.plies) == (9, 8)
    assert repr(game) == "Game('W:WK1,K46:BK5,K50', clock25=8)"


def test_a_game_can_begin_anywhere():
    assert Game().position == Position.start()
    assert Game(variant="english").variant == "english"
    assert Game(Position.start("brazilian")).variant == "brazilian"
    assert Game("W:WK10:BK5:H3").clocks == Clocks(3, None, 3)
    assert Game("W:WK10:BK5", reading="lidraughts").reading == "lidraughts"
    with pytest.raises(manoury.PositionError):
        Game(Position.start("brazilian"), variant="english")
