"""Many positions at once."""

import threading

import manoury
import numpy as np
import pytest
from manoury import BAD_POSITION, BAD_TABLE, MISSING_TABLE, TOO_MANY_PIECES


@pytest.fixture(scope="module")
def sets(positions):
    return np.array([position.bitboards for position in positions], dtype=np.uint64)


@pytest.fixture(scope="module")
def turns(positions):
    return np.array([position.turn == "B" for position in positions], dtype=np.uint8)


@pytest.fixture(scope="module")
def expected(tablebase, positions):
    return np.array([tablebase.probe_wdl(position) for position in positions], dtype=np.int8)


def test_all_ways_of_asking_agree(tablebase, positions, sets, turns, expected):
    for answers in (
        tablebase.probe_many(sets, turns),
        tablebase.probe_many(sets, turns.astype(bool)),
        tablebase.probe_many(positions),
        tablebase.probe_many([position.fen for position in positions]),
        tablebase.probe_many(np.array([position.fen for position in positions])),
        tablebase.probe_many(tuple(manoury.Game(position) for position in positions)),
        tablebase.probe_many(position for position in positions),
    ):
        assert answers.dtype == np.int8 and answers.shape == (len(positions),)
        assert answers.flags.writeable
        np.testing.assert_array_equal(answers, expected)
    white = tablebase.probe_many(sets, "W")
    np.testing.assert_array_equal(white[turns == 0], expected[turns == 0])
    assert (white != expected).any()


def test_arrays_of_any_strides(tablebase, sets, turns, expected):
    by_columns = tablebase.probe_many(np.asfortranarray(sets), turns)
    np.testing.assert_array_equal(by_columns, expected)
    for some in (slice(None, None, 3), slice(None, None, -1)):
        answers = tablebase.probe_many(sets[some], turns[some])
        np.testing.assert_array_equal(answers, expected[some])
    assert tablebase.probe_many(sets[:0], turns[:0]).shape == (0,)
    assert tablebase.probe_many([]).shape == (0,)


def test_threads_change_nothing(tablebase, sets, turns, expected):
    many, sides = np.tile(sets, (10, 1)), np.tile(turns, 10)
    for threads in (1, 2, 5, None):
        answers = tablebase.probe_many(many, sides, threads=threads)
        np.testing.assert_array_equal(answers, np.tile(expected, 10))


def test_codes_stand_where_there_is_no_outcome(copied):
    tablebase = manoury.Tablebase(copied)
    damaged = copied / "international" / "KvM.wdl"
    content = bytearray(damaged.read_bytes())
    content[-1] ^= 1
    damaged.write_bytes(content)
    fens = ["W:WK10:BK5", "W:WK1,K2:BK45", "no FEN", "W:W5:B6", "W:W31-38:B1-8", "W:W38:BK5"]
    answers = tablebase.probe_many(fens)
    codes = [2, MISSING_TABLE, BAD_POSITION, BAD_POSITION, TOO_MANY_PIECES, BAD_TABLE]
    assert answers.tolist() == codes and max(codes[1:]) < -2
    sets = np.array([[0, 1 << 9, 0, 1 << 4], [0, 1 << 50, 0, 1], [1, 1, 0, 2]], dtype=np.uint64)
    assert tablebase.probe_many(sets, "W").tolist() == [2, BAD_POSITION, BAD_POSITION]
    for fens, error, index in (
        (fens, manoury.MissingTableError, 1),
        (fens[2:], manoury.FenError, 0),
        (fens[:1] + fens[4:], manoury.PositionError, 1),
        (fens[:1] + fens[5:], manoury.CorruptTableError, 1),
    ):
        with pytest.raises(error, match=f"position {index}: "):
            tablebase.probe_many(fens, errors="raise")
    assert tablebase.probe_many(fens[:1], errors="raise").tolist() == [2]


def test_wrong_arguments_are_refused(tablebase, sets, turns):
    for wrong in (
        sets.astype(np.int64),
        sets.astype(np.float64),
        sets.astype(sets.dtype.newbyteorder()),
        sets[:, :3],
        sets[0],
        sets.reshape(-1, 2, 2),
    ):
        with pytest.raises(TypeError, match=r"array of uint64 of shape \(n, 4\).*; not "):
            tablebase.probe_many(wrong, turns)
    for wrong in (turns.astype(np.int64), turns[:, None], list(turns), 0):
        with pytest.raises(TypeError, match="turns must be"):
            tablebase.probe_many(sets, wrong)
    with pytest.raises(TypeError, match="bitboards need turns"):
        tablebase.probe_many(sets)
    with pytest.raises(ValueError, match="3000 positions and 2999 turns"):
        tablebase.probe_many(sets, turns[1:])
    with pytest.raises(ValueError, match="turn 7 is 2"):
        tablebase.probe_many(sets, np.where(np.arange(3000) == 7, 2, turns).astype(np.uint8))
    with pytest.raises(ValueError, match="'X' is no side"):
        tablebase.probe_many(sets, "X")
    with pytest.raises(TypeError, match="leave turns out"):
        tablebase.probe_many(["W:WK10:BK5"], "W")
    with pytest.raises(TypeError, match="sequence of FENs"):
        tablebase.probe_many("W:WK10:BK5")
    with pytest.raises(TypeError, match="not int"):
        tablebase.probe_many([5])
    with pytest.raises(ValueError, match="'code' or 'raise'"):
        tablebase.probe_many([], errors="ignore")
    with pytest.raises(ValueError, match="at least 1"):
        tablebase.probe_many([], threads=0)


def test_python_goes_on_meanwhile(tablebase, sets, turns):
    many, sides = np.tile(sets, (200, 1)), np.tile(turns, 200)
    counted, stop = 0, threading.Event()

    def count():
        nonlocal counted
        while not stop.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    try:
        before = counted
        tablebase.probe_many(many, sides, threads=1)
        after = counted
    finally:
        stop.set()
        thread.join()
    # A thread that waited for the lock of the interpreter would have counted next to nothing.
    assert after - before > 10_000
