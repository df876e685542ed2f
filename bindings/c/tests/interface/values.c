/*
 * Answers questions from standard input, one a line, everything there is to say of each on one line.
 *
 *     values TABLES VARIANT ACCESS
 *
 * A question: layout, the four sets, turn, the three clocks, reading.
 */
#include <inttypes.h>
#include <manoury.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_position(const ManouryPosition *p)
{
    printf(" [%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %d]", p->white_men, p->white_kings,
           p->black_men, p->black_kings, (int)p->turn, (int)p->layout);
}

static void print_clocks(const ManouryClocks *clocks)
{
    printf(" {%d %d %d}", (int)clocks->clock25, (int)clocks->clock16, (int)clocks->clock5);
}

static void print_probe(ManouryStatus status, const ManouryProbe *probe)
{
    if (status == MANOURY_STATUS_OK)
        printf(" (%d %d %d)", (int)probe->outcome, (int)probe->dtc, (int)probe->dtw);
    else
        printf(" !%d", (int)status);
}

static void print_outcome(ManouryStatus status, ManouryOutcome outcome)
{
    printf(status == MANOURY_STATUS_OK ? " %d" : " !%d", (int)(status ? status : outcome));
}

static void answer(const ManouryTablebase *tablebase, const ManouryPosition *p,
                   const ManouryClocks *clocks, ManouryReading reading)
{
    char fen[MANOURY_FEN_SIZE];
    ManouryPosition again;
    ManouryClocks none;
    if (manoury_position_to_fen(tablebase, p, fen, sizeof fen) != MANOURY_STATUS_OK ||
        manoury_position_from_fen(tablebase, fen, p->layout, &again, &none) != MANOURY_STATUS_OK ||
        memcmp(&again, p, sizeof again) != 0 || none.clock25 != MANOURY_CLOCK_NONE) {
        printf("no way there and back: %s\n", manoury_last_error());
        exit(1);
    }
    printf("%s", fen);

    ManouryOutcome outcome = 0;
    ManouryProbe probe;
    ManouryStatus status = manoury_probe_wdl(tablebase, p, &outcome);
    print_outcome(status, outcome);
    status = manoury_probe(tablebase, p, &probe);
    print_probe(status, &probe);
    status = manoury_probe_wdl_with_clocks(tablebase, p, clocks, reading, &outcome);
    print_outcome(status, outcome);
    status = manoury_probe_with_clocks(tablebase, p, clocks, reading, &probe);
    print_probe(status, &probe);

    static ManouryMove moves[1024];
    size_t count = 0;
    status = manoury_moves(tablebase, p, clocks, reading, moves, 1024, &count);
    if (status != MANOURY_STATUS_OK)
        printf(" !%d", (int)status);
    for (size_t i = 0; i < count; i++) {
        const ManouryMove *move = &moves[i];
        printf(" %s %d %d %" PRIu64 " %d", move->text, (int)move->from, (int)move->to,
               move->captured, move->conversion);
        print_position(&move->position);
        print_clocks(&move->clocks);
        print_probe(MANOURY_STATUS_OK, &move->after);
        ManouryClocks after;
        if (manoury_clocks_after(tablebase, p, clocks, reading, &move->position, &after) !=
                MANOURY_STATUS_OK ||
            memcmp(&after, &move->clocks, sizeof after) != 0) {
            printf(" and other clocks: %s\n", manoury_last_error());
            exit(1);
        }
    }
    printf("\n");
}

static ManouryPosition positions[10000];
static size_t count;

/* Positions that memory alone does not answer; with a value it must be the true one. */
static size_t not_cached(const ManouryTablebase *tablebase, const ManouryOutcome *outcomes,
                         const ManouryStatus *statuses)
{
    size_t unknown = 0;
    for (size_t i = 0; i < count; i++) {
        ManouryOutcome outcome;
        ManouryStatus status = manoury_probe_wdl_cached_only(tablebase, &positions[i], &outcome);
        if (status == MANOURY_STATUS_NOT_CACHED) {
            unknown++;
        } else if (status != statuses[i] ||
                   (status == MANOURY_STATUS_OK && outcome != outcomes[i])) {
            printf("memory knows something else of position %lu\n", (unsigned long)i);
            exit(1);
        }
    }
    return unknown;
}

/* All positions again: at once, from memory alone, and after everything was brought there. */
static void answer_otherwise(const char *const *folders, const ManouryOptions *options)
{
    static ManouryOutcome one_by_one[10000], outcomes[10000];
    static ManouryStatus statuses[10000], expected[10000];
    ManouryTablebase *tablebase;
    if (manoury_open(folders, 1, options, &tablebase) != MANOURY_STATUS_OK)
        exit(1);
    if (manoury_probe_wdl_many(tablebase, positions, count, outcomes, statuses) !=
        MANOURY_STATUS_OK)
        exit(1);
    for (size_t i = 0; i < count; i++)
        expected[i] = manoury_probe_wdl(tablebase, &positions[i], &one_by_one[i]);
    if (memcmp(outcomes, one_by_one, sizeof outcomes) != 0 ||
        memcmp(statuses, expected, sizeof statuses) != 0) {
        printf("a batch has other answers\n");
        exit(1);
    }
    manoury_close(&tablebase);

    if (manoury_open(folders, 1, options, &tablebase) != MANOURY_STATUS_OK)
        exit(1);
    size_t before = not_cached(tablebase, outcomes, statuses);
    uint64_t bytes = 0;
    ManouryStatus status = manoury_preload(tablebase, 7, &bytes);
    size_t after = not_cached(tablebase, outcomes, statuses);
    printf("%s, %s, %s\n", before > count / 3 ? "unknown before" : "too much known",
           status == MANOURY_STATUS_OK && bytes > 0 ? "preloaded" : "not preloaded",
           after == 0 ? "all known after" : "still unknown");
    manoury_close(&tablebase);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    const char *folders[] = {argv[1]};
    ManouryOptions options = {0};
    options.variant = atoi(argv[2]);
    options.access = atoi(argv[3]);
    ManouryTablebase *tablebase;
    if (manoury_open(folders, 1, &options, &tablebase) != MANOURY_STATUS_OK) {
        printf("%s\n", manoury_last_error());
        return 1;
    }
    ManouryPosition p;
    ManouryClocks clocks;
    int reading;
    while (scanf("%" SCNd32 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNd32 " %" SCNd32
                 " %" SCNd32 " %" SCNd32 " %d",
                 &p.layout, &p.white_men, &p.white_kings, &p.black_men, &p.black_kings, &p.turn,
                 &clocks.clock25, &clocks.clock16, &clocks.clock5, &reading) == 10) {
        answer(tablebase, &p, &clocks, reading);
        if (count < sizeof positions / sizeof *positions)
            positions[count++] = p;
    }
    manoury_close(&tablebase);
    options.advice = MANOURY_ADVICE_SEQUENTIAL;
    answer_otherwise(folders, &options);
    return 0;
}
