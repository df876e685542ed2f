"""Measures probing from Python: python rates.py FOLDER [PIECES]"""

import random
import sys
import time

import manoury
import numpy as np

SIZE = 1_000_000


def random_sets(numbers, pieces):
    """So many sets of four bitboards, of random pieces on random squares."""
    squares = numbers.random((SIZE, 50)).argpartition(pieces, axis=1)[:, :pieces]
    kinds = numbers.integers(0, 4, (SIZE, pieces))
    sets = np.zeros((SIZE, 4), dtype=np.uint64)
    for kind in range(4):
        bits = np.where(kinds == kind, np.uint64(1) << squares.astype(np.uint64), np.uint64(0))
        sets[:, kind] = np.bitwise_or.reduce(bits, axis=1)
    return sets


def timed(what, count, work):
    """Says how long each of so many takes, the best of three."""
    best = min(once(work) for _ in range(3))
    print(f"{what:44} {best / count * 1e9:9,.0f} ns each {count / best:14,.0f} a second")


def once(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main(folder, pieces):
    tablebase = manoury.Tablebase(folder)
    numbers = np.random.default_rng(1770)
    sets, turns = random_sets(numbers, pieces), numbers.integers(0, 2, SIZE, dtype=np.uint8)
    answers = tablebase.probe_many(sets, turns)
    valid = answers >= manoury.Outcome.LOSS
    sets, turns = sets[valid], turns[valid]
    print(f"{valid.sum():,} random positions of {pieces} pieces")
    for threads in (1, None):
        name = f"probe_many, bitboards, {threads or 'all'} thread(s)"
        timed(name, len(sets), lambda: tablebase.probe_many(sets, turns, threads=threads))
    some = random.Random(1).sample(range(len(sets)), 20_000)
    letters = "WB"
    positions = [
        manoury.Position.from_bitboards(*map(int, sets[i]), letters[turns[i]]) for i in some
    ]
    fens = [position.fen for position in positions]
    timed("probe_many, FENs", len(fens), lambda: tablebase.probe_many(fens))
    timed("probe_wdl, FEN", len(fens), lambda: [tablebase.probe_wdl(fen) for fen in fens])
    timed("probe_wdl, Position", len(fens), lambda: [tablebase.probe_wdl(p) for p in positions])
    timed("probe, FEN", len(fens), lambda: [tablebase.probe(fen) for fen in fens])
    timed("moves, FEN", 2000, lambda: [tablebase.moves(fen) for fen in fens[:2000]])
    one = next(p for p in positions if not p.must_capture).fen
    timed("probe_wdl, the same quiet FEN again", 20_000, lambda: [tablebase.probe_wdl(one) for _ in some])


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 4)
