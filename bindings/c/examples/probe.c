/*
 * Asks the tables about one position: outcome, distances, and all moves ranked.
 *
 *     probe TABLES FEN [CLOCK16]
 *
 * CLOCK16 is how many plies the 16-move clock has run.
 */
#include <manoury.h>
#include <stdio.h>
#include <stdlib.h>

static void check(ManouryStatus status)
{
    if (status != MANOURY_STATUS_OK) {
        fprintf(stderr, "probe: %s\n", manoury_last_error());
        exit(1);
    }
}

static void print_distance(const char *name, int plies)
{
    if (plies != MANOURY_NO_DISTANCE)
        printf(", %s %d", name, plies);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: probe TABLES FEN [CLOCK16]\n");
        return 2;
    }

    /* One folder, and the default of everything: international draughts, 64 MiB of cache. */
    const char *folders[] = {argv[1]};
    ManouryTablebase *tablebase;
    check(manoury_open(folders, 1, NULL, &tablebase));
    printf("tables of up to %u pieces\n", (unsigned)manoury_max_pieces(tablebase));

    /* An engine fills in the four sets itself, in the layout of its own boards. */
    ManouryPosition position;
    ManouryClocks clocks;
    check(manoury_position_from_fen(tablebase, argv[2], MANOURY_LAYOUT_DENSE50, &position,
                                    &clocks));
    if (argc > 3)
        clocks.clock16 = atoi(argv[3]);

    ManouryProbe probe;
    check(manoury_probe_with_clocks(tablebase, &position, &clocks, MANOURY_READING_FMJD, &probe));
    printf("%s", manoury_outcome_name(probe.outcome));
    print_distance("dtc", probe.dtc);
    print_distance("dtw", probe.dtw);
    printf("\n");

    /* The value of a move is that of the position after it, for the opponent. */
    ManouryMove moves[128];
    size_t count;
    check(manoury_moves(tablebase, &position, &clocks, MANOURY_READING_FMJD, moves, 128, &count));
    for (size_t i = 0; i < count && i < 5; i++) {
        printf("%-6s %s", moves[i].text, manoury_outcome_name(-moves[i].after.outcome));
        print_distance("then dtc", moves[i].after.dtc);
        print_distance("dtw", moves[i].after.dtw);
        printf("\n");
    }
    if (count > 5)
        printf("and %lu more\n", (unsigned long)count - 5);

    manoury_close(&tablebase);
    return 0;
}
