/*
 * Eight threads ask one tablebase, that nobody has asked before, for the same positions in different
 * orders, with a cache of about one block, and provoke errors of their own in between.
 */
#include <manoury.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 8
#define ROUNDS 6
#define POSITIONS 4000

static ManouryPosition positions[POSITIONS];
static ManouryProbe right[POSITIONS];

struct task {
    const ManouryTablebase *tablebase;
    int number;
    int failures;
};

/* Two kings or a king and a man against a king, spread over the board. */
static void fill(void)
{
    unsigned seed = 1;
    int filled = 0;
    while (filled < POSITIONS) {
        int squares[3];
        for (int i = 0; i < 3; i++) {
            seed = seed * 1103515245u + 12345u;
            squares[i] = (int)(seed >> 16) % 50;
        }
        if (squares[0] == squares[1] || squares[0] == squares[2] || squares[1] == squares[2])
            continue;
        ManouryPosition *position = &positions[filled];
        memset(position, 0, sizeof *position);
        position->layout = MANOURY_LAYOUT_DENSE50;
        position->turn = filled % 2 ? MANOURY_COLOR_BLACK : MANOURY_COLOR_WHITE;
        position->white_kings = UINT64_C(1) << squares[0];
        position->black_kings = UINT64_C(1) << squares[1];
        if (filled % 3 == 0 && squares[2] >= 5)
            position->white_men = UINT64_C(1) << squares[2];
        else
            position->white_kings |= UINT64_C(1) << squares[2];
        filled++;
    }
}

static void *ask(void *argument)
{
    struct task *task = argument;
    char fen[32], needle[32];
    snprintf(fen, sizeof fen, "W:W%d:B1", 60 + task->number);
    snprintf(needle, sizeof needle, "square %d ", 60 + task->number);
    for (int i = 0; i < POSITIONS; i++) {
        int at = (i + task->number * (POSITIONS / THREADS)) % POSITIONS;
        ManouryProbe probe;
        if (manoury_probe(task->tablebase, &positions[at], &probe) != MANOURY_STATUS_OK ||
            memcmp(&probe, &right[at], sizeof probe) != 0)
            task->failures++;
        if (i % 50 != 0)
            continue;
        ManouryPosition none;
        if (manoury_position_from_fen(task->tablebase, fen, MANOURY_LAYOUT_DENSE50, &none, NULL) !=
                MANOURY_STATUS_BAD_FEN ||
            strstr(manoury_last_error(), needle) == NULL)
            task->failures++;
        size_t count;
        if (manoury_moves(task->tablebase, &positions[at], NULL, MANOURY_READING_FMJD, NULL, 0,
                          &count) != MANOURY_STATUS_OK)
            task->failures++;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    const char *folders[] = {argv[1]};
    ManouryTablebase *tablebase;
    if (argc != 2 || manoury_open(folders, 1, NULL, &tablebase) != MANOURY_STATUS_OK)
        return 1;
    fill();
    for (int i = 0; i < POSITIONS; i++) {
        if (manoury_probe(tablebase, &positions[i], &right[i]) != MANOURY_STATUS_OK) {
            printf("%s\n", manoury_last_error());
            return 1;
        }
    }
    manoury_close(&tablebase);

    int failures = 0;
    for (int round = 0; round < ROUNDS; round++) {
        ManouryOptions options = {0};
        options.cache_bytes = round % 3 == 0 ? 1 : round % 3 == 1 ? 17 << 10 : 64 << 20;
        options.access = round % 2 ? MANOURY_ACCESS_MAPPED : MANOURY_ACCESS_READ;
        options.open_files = 1 + (unsigned)round % 4;
        if (manoury_open(folders, 1, &options, &tablebase) != MANOURY_STATUS_OK)
            return 1;
        pthread_t threads[THREADS];
        struct task tasks[THREADS];
        for (int i = 0; i < THREADS; i++) {
            tasks[i] = (struct task){tablebase, i, 0};
            if (pthread_create(&threads[i], NULL, ask, &tasks[i]) != 0)
                return 1;
        }
        for (int i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
            failures += tasks[i].failures;
        }
        manoury_close(&tablebase);
    }
    if (failures > 0) {
        printf("%d failures\n", failures);
        return 1;
    }
    printf("%d threads agree\n", THREADS);
    return 0;
}
