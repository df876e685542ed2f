"""Answers are those of the command line."""

import subprocess

import manoury
import pytest
from manoury import Outcome


def same(tablebase, answers, fens, *clocks, reading="fmjd"):
    """Compares answers of the command line with the module's, field by field."""
    assert len(answers) == len(fens)
    for fen, answer in zip(fens, answers):
        probe = tablebase.probe(fen, *clocks, reading=reading)
        assert answer["category"] == str(probe.outcome), fen
        assert (answer["dtc"], answer["dtw"]) == (probe.dtc, probe.dtw), fen
        assert tablebase.probe_wdl(fen, *clocks, reading=reading) is probe.outcome
        moves = tablebase.moves(fen, *clocks, reading=reading)
        assert len(moves) == len(answer["moves"])
        for child, move in zip(answer["moves"], moves):
            assert child["category"] == str(move.outcome.opposite), fen
            for field in ("move", "dtc", "dtw", "fen", "conversion"):
                assert child[field] == getattr(move, field), (fen, field)
        if moves:
            assert moves[0].outcome is probe.outcome


def test_fresh_clocks(tablebase, command_json, positions):
    fens = [position.fen for position in positions[:300]]
    answers = command_json(*fens)
    same(tablebase, answers, fens)
    assert {answer["category"] for answer in answers} == {"win", "draw", "loss"}


@pytest.mark.parametrize("reading", ["fmjd", "lidraughts"])
@pytest.mark.parametrize("used", [0, 9, 20, 27, 31, 32])
def test_sixteen_clock(tablebase, command_json, positions, reading, used):
    lone = [p for p in positions if p.pieces == 4 and one_king(p)][:60]
    fens = [position.fen for position in lone]
    answers = command_json(*fens, "--clock16", used, "--rules", reading)
    same(tablebase, answers, fens, None, used, reading=reading)
    if used == 32:
        assert {answer["category"] for answer in answers} & {"cursed-win", "blessed-loss"}


def one_king(position):
    """Whether it is of class sixteen: one king against three pieces with a king among them."""
    white = [len(position.white_men), len(position.white_kings)]
    black = [len(position.black_men), len(position.black_kings)]
    return any(a == [0, 1] and b[1] > 0 for a, b in ((white, black), (black, white)))


def test_clocks_in_a_fen_and_as_arguments(tablebase, command_json):
    fen = "W:WK12,K40,50:BK11"
    same(tablebase, command_json(fen + ":H1"), [fen], 1)
    same(tablebase, command_json(fen + ":H1"), [fen + ":H1"])
    assert tablebase.probe(fen).outcome is Outcome.WIN
    assert tablebase.probe(fen + ":H2").outcome is Outcome.CURSED_WIN
    # An argument goes before.
    assert tablebase.probe(fen + ":H2", clock25=0).outcome is Outcome.WIN
    assert tablebase.probe("W:WK10:BK5", clock5=7).outcome is Outcome.WIN
    late = tablebase.probe("W:WK10:BK5", clock5=8)
    assert late == (Outcome.CURSED_WIN, 3, 3)


def test_a_line_is_best_play_to_the_end(tablebase, positions, command):
    decided = [p for p in positions if tablebase.probe_wdl(p) is not Outcome.DRAW][:100]
    for position in decided:
        game = manoury.Game(position)
        probe = tablebase.probe(game)
        line = tablebase.line(position)
        for step in line:
            assert game.over is None
            assert tablebase.moves(game)[0] == step[:-1]
            game.play(step.move)
            assert (game.fen, game.clocks, game.over) == (step.fen, step.clocks, step.end)
        assert game.over in ("no-piece", "no-move")
        # The last to move has won.
        assert (len(line) % 2 == 1) == (probe.outcome is Outcome.WIN)
        assert len(line) <= probe.dtw
    text = command("line", decided[0].fen)
    told = [word for word in text.split() if word[0].isdigit() and ("-" in word or "x" in word)]
    assert told == [step.move for step in tablebase.line(decided[0])]


def test_a_draw_has_no_line(tablebase):
    draw = "W:WK1,K2:BK50,K49"
    assert tablebase.probe(draw) == (Outcome.DRAW, None, None)
    assert tablebase.line(draw) == []


def test_a_game_that_is_over_needs_no_table(copied):
    tablebase = manoury.Tablebase(copied)
    assert tablebase.probe("W:W:BK1,K2,K3,K4,K5,K6") == (Outcome.LOSS, 0, 0)
    assert tablebase.moves("W:W:BK1,K2,K3") == []


def test_memory_alone(folder, tablebase, positions):
    fresh = manoury.Tablebase(folder, cache_bytes=256 << 20)
    quiet = next(p for p in positions if not p.must_capture and not p.is_over)
    assert fresh.probe_wdl_cached_only(quiet) is None
    assert fresh.preload(4) > 100_000
    for position in positions:
        assert fresh.probe_wdl_cached_only(position) is tablebase.probe_wdl(position)


def test_distance_to_leaving_the_class(tablebase):
    assert tablebase.dtx("W:WK10:BK5") is None
    exit = tablebase.dtx("W:WK12,K40,50:BK11")
    assert isinstance(exit, int) and 0 < exit <= tablebase.probe("W:WK12,K40,50:BK11").dtw


def test_other_variants(tmp_path, binary):
    out = tmp_path / "tables"
    for variant in ("brazilian", "english"):
        plan = ["generate", "--pieces", "2", "--effort", "fast", "--variant", variant, "--out", out]
        subprocess.run([binary, *plan], check=True, capture_output=True)
        tablebase = manoury.Tablebase(out, variant)
        assert (tablebase.variant, tablebase.max_pieces) == (variant, 2)
        position = manoury.Position("W:WK32:BK1", variant)
        assert tablebase.probe(position) == tablebase.probe(position.fen)
        best = tablebase.moves(position)[0]
        assert best.fen == position.make(best.move).fen
        with pytest.raises(ValueError, match="no 16-move rule"):
            tablebase.probe(position, reading="lidraughts")
        with pytest.raises(manoury.PositionError, match="international"):
            tablebase.probe(manoury.Position("W:WK32:BK1"))
