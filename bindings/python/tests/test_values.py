"""The values that answers are made of."""

import pickle
import subprocess

import manoury
import pytest
from manoury import Clocks, LineStep, Outcome, Probe, RankedMove


def test_outcomes():
    assert [int(outcome) for outcome in Outcome] == [-2, -1, 0, 1, 2]
    assert Outcome.LOSS < Outcome.BLESSED_LOSS < Outcome.DRAW < Outcome.CURSED_WIN < Outcome.WIN
    assert [str(outcome) for outcome in Outcome] == [
        "loss",
        "blessed-loss",
        "draw",
        "cursed-win",
        "win",
    ]
    assert f"{Outcome.CURSED_WIN:>12}" == "  cursed-win"
    assert Outcome.CURSED_WIN.opposite is Outcome.BLESSED_LOSS
    assert [outcome.under_limits for outcome in Outcome] == [-2, 0, 0, 0, 2]
    assert [outcome.on_board for outcome in Outcome] == [-2, -2, 0, 2, 2]


def test_answers_never_change(tablebase):
    probe = tablebase.probe("W:WK10:BK5")
    assert type(probe) is Probe and type(probe.outcome) is Outcome
    assert repr(probe) == "Probe(outcome=<Outcome.WIN: 2>, dtc=3, dtw=3)"
    outcome, dtc, dtw = probe
    assert (outcome, dtc, dtw) == (Outcome.WIN, 3, 3)
    with pytest.raises(AttributeError):
        probe.dtc = 1
    move = tablebase.moves("W:WK10:BK5")[0]
    assert type(move) is RankedMove and type(move.clocks) is Clocks
    assert move == RankedMove("10-46", Outcome.WIN, 2, 2, "B:WK46:BK5", False, Clocks(1, None, 1))
    step = tablebase.line("W:WK10:BK5")[-1]
    assert type(step) is LineStep and step.end == "no-piece"
    # Clocks can be handed on.
    assert tablebase.probe(move.fen, *move.clocks) == (Outcome.LOSS, 2, 2)


def test_pickling(tablebase):
    position = manoury.Position("W:W28:BK26")
    english = manoury.Position("W:W28:BK26", "english")
    for value in (
        tablebase.probe(position),
        tablebase.moves("W:WK10:BK5"),
        tablebase.line("W:WK10:BK5"),
        position,
        english,
    ):
        assert pickle.loads(pickle.dumps(value)) == value
    again = pickle.loads(pickle.dumps(tablebase))
    assert again.paths == tablebase.paths and again.tables == tablebase.tables
    assert again.probe("W:WK10:BK5") == tablebase.probe("W:WK10:BK5")


def test_errors_can_be_pickled(copied):
    with pytest.raises(manoury.MissingTableError) as caught:
        manoury.Tablebase(copied).probe("W:WK1,K2:BK26")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.file, again.command) == (
        str(caught.value),
        "KKvK.wdl",
        f"manoury generate --material KKvK --out {copied}",
    )


def test_a_tablebase_tells_of_itself(tablebase, folder):
    assert tablebase.max_pieces == 4
    assert tablebase.variant == "international"
    assert tablebase.paths == [folder]
    names = list(tablebase.tables)
    assert {"KvK.wdl", "KvK.dtc", "KvK.dtw", "KKKvK.dtx"} <= set(names)
    assert names.index("KvK.wdl") < names.index("KKvK.wdl") < names.index("KKKvK.wdl")
    assert all(path.name == name and path.is_file() for name, path in tablebase.tables.items())
    assert repr(tablebase) == f"<manoury.Tablebase international in '{folder}', up to 4 pieces>"


def test_the_version(binary):
    told = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True)
    assert told.stdout.split()[1] == manoury.__version__
