"""What an engine does with tables: python engine.py TABLES."""

import sys

import manoury

SCORES = {
    manoury.Outcome.WIN: 10_000,
    manoury.Outcome.CURSED_WIN: 1,
    manoury.Outcome.DRAW: 0,
    manoury.Outcome.BLESSED_LOSS: -1,
    manoury.Outcome.LOSS: -10_000,
}


def probe(tablebase, position):
    """A score for the side to move, or None where the tables do not know: the search goes on."""
    if position.pieces > tablebase.max_pieces:
        return None
    try:
        return SCORES[tablebase.probe_wdl(position)]
    except manoury.ManouryError:
        # The set is not complete, or a file is damaged: as if there were no tables.
        return None


def search(tablebase, position, depth):
    """The best score that the side to move reaches in so many plies."""
    # A capture that must be played out costs several look-ups: ask where it is quiet.
    score = None if position.must_capture else probe(tablebase, position)
    if score is not None:
        return score
    if depth == 0:
        return 0
    children = (position.make(move) for move in position.legal_moves())
    return max((-search(tablebase, child, depth - 1) for child in children), default=-10_000)


def main(folder):
    tablebase = manoury.Tablebase(folder)
    print(f"tables of up to {tablebase.max_pieces} pieces")

    position = manoury.Position("B:W21,45:B12,K24,K36")
    print(position.fen, "scores", search(tablebase, position, 3))

    # At the root: the best move under the clocks of the game, until the game is over.
    game = manoury.Game("W:WK1,K7,K18:BK35")
    line = []
    while game.over is None:
        best = tablebase.moves(game)[0]
        line.append(best.move)
        game.play(best.move)
    print(f"won in {len(line)} plies: {' '.join(line)}")
    print("the end:", game.over)


if __name__ == "__main__":
    main(sys.argv[1])
