"""Threads share a tablebase."""

from concurrent.futures import ThreadPoolExecutor

import manoury


def test_threads_are_told_the_same(folder, tablebase, positions):
    some = positions[:500]
    expected = [(tablebase.probe(position), tablebase.moves(position)) for position in some]
    # A cache of about one block: all of them decode all the time.
    fresh = manoury.Tablebase(folder, cache_bytes=16 << 10)

    def ask(start):
        order = some[start:] + some[:start]
        answers = [(fresh.probe(position), fresh.moves(position)) for position in order]
        return answers[len(some) - start :] + answers[: len(some) - start]

    with ThreadPoolExecutor(8) as pool:
        for answers in pool.map(ask, range(0, 400, 50)):
            assert answers == expected


def test_closing_while_others_ask(folder, positions):
    tablebase = manoury.Tablebase(folder)

    def ask(position):
        try:
            return tablebase.probe_wdl(position)
        except ValueError as error:
            assert "closed" in str(error)
            return None

    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(ask, position) for position in positions]
        asked[500].result()
        tablebase.close()
        answers = [one.result() for one in asked]
    assert answers[0] is not None and tablebase.closed
