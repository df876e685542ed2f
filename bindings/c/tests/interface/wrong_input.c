/*
 * Calls every function with every kind of wrong input. Each call must return the status that it
 * should, tell in words what was wrong, and leave alone what it was to write.
 */
#include <manoury.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static int checks, failures;

static void expect(int line, ManouryStatus expected, ManouryStatus status, const char *needle)
{
    checks++;
    const char *text = manoury_last_error();
    if (status != expected) {
        printf("line %d: %s and not %s; %s\n", line, manoury_status_name(status),
               manoury_status_name(expected), text);
        failures++;
    } else if (status != MANOURY_STATUS_OK && (strstr(text, needle) == NULL || strchr(text, '\n'))) {
        printf("line %d: '%s' has no '%s'\n", line, text, needle);
        failures++;
    }
}

static void expect_that(int line, bool holds)
{
    checks++;
    if (!holds) {
        printf("line %d: is not so\n", line);
        failures++;
    }
}

#define FAILS(status, needle, call) expect(__LINE__, MANOURY_STATUS_##status, call, needle)
#define SUCCEEDS(call) expect(__LINE__, MANOURY_STATUS_OK, call, "")
#define HOLDS(condition) expect_that(__LINE__, condition)

/* An address that no value of more than one byte can have. */
#define MISALIGNED(value) ((void *)((char *)(value) + 1))

/* With what every output is filled: nothing that the library writes. */
#define UNTOUCHED 0x5a

#define FMJD MANOURY_READING_FMJD
#define DENSE50 MANOURY_LAYOUT_DENSE50

static bool untouched(const void *value, size_t bytes)
{
    const unsigned char *byte = value;
    for (size_t i = 0; i < bytes; i++)
        if (byte[i] != UNTOUCHED)
            return false;
    return true;
}

static ManouryPosition position(const ManouryTablebase *tablebase, const char *fen)
{
    ManouryPosition read;
    memset(&read, 0, sizeof read);
    SUCCEEDS(manoury_position_from_fen(tablebase, fen, DENSE50, &read, NULL));
    return read;
}

static ManouryTablebase *open_international(const char *folder)
{
    ManouryTablebase *tablebase = NULL;
    SUCCEEDS(manoury_open(&folder, 1, NULL, &tablebase));
    return tablebase;
}

static void opening(const char *folder)
{
    const char *folders[] = {folder, NULL};
    const char *nowhere[] = {folder, "/no/such/folder"};
    ManouryOptions options[2] = {{0}, {0}};
    ManouryTablebase *tablebase = (void *)options;
    FAILS(NULL_POINTER, "`tablebase`", manoury_open(folders, 1, NULL, NULL));
    FAILS(NULL_POINTER, "`folders`", manoury_open(NULL, 1, NULL, &tablebase));
    HOLDS(tablebase == NULL);
    tablebase = (void *)options;
    FAILS(NULL_POINTER, "`folders[]`", manoury_open(folders, 2, NULL, &tablebase));
    HOLDS(tablebase == NULL);
    FAILS(BAD_ARGUMENT, "no folder", manoury_open(folders, 0, NULL, &tablebase));
    FAILS(BAD_ARGUMENT, "no folder", manoury_open(NULL, 0, NULL, &tablebase));
    FAILS(BAD_ARGUMENT, "`options` is not aligned",
          manoury_open(folders, 1, MISALIGNED(options), &tablebase));
    FAILS(FOLDER_UNREADABLE, "/no/such/folder", manoury_open(nowhere, 2, NULL, &tablebase));
    FAILS(BAD_ARGUMENT, "`folders`", manoury_open(folders, SIZE_MAX, NULL, &tablebase));
    FAILS(NO_TABLES, "generate", manoury_open((const char *[]){"/tmp"}, 1, NULL, &tablebase));
    int numbers[] = {-1, 3, 99, INT_MAX, INT_MIN};
    for (size_t i = 0; i < 5; i++) {
        options[0].variant = numbers[i];
        FAILS(BAD_ARGUMENT, "ManouryVariant", manoury_open(folders, 1, options, &tablebase));
        options[0].variant = MANOURY_VARIANT_INTERNATIONAL;
        options[0].access = numbers[i];
        FAILS(BAD_ARGUMENT, "ManouryAccess", manoury_open(folders, 1, options, &tablebase));
        options[0].access = MANOURY_ACCESS_READ;
        options[0].advice = numbers[i] == 3 ? 4 : numbers[i];
        FAILS(BAD_ARGUMENT, "ManouryAdvice", manoury_open(folders, 1, options, &tablebase));
        options[0].advice = MANOURY_ADVICE_NORMAL;
    }
    HOLDS(tablebase == NULL);

    options[0].cache_bytes = UINT64_MAX;
    options[0].open_files = UINT_MAX;
    SUCCEEDS(manoury_open(folders, 1, options, &tablebase));
    HOLDS(manoury_max_pieces(tablebase) == 4);
    manoury_close(&tablebase);
    HOLDS(tablebase == NULL);
    manoury_close(&tablebase);
    manoury_close(NULL);
    manoury_close(MISALIGNED(options));
}

/* Every function with null in each place that must not be, so with a tablebase that was closed. */
static void nulls(const ManouryTablebase *tablebase)
{
    ManouryPosition p = position(tablebase, "W:WK12,K40,50:BK11");
    ManouryPosition read;
    ManouryClocks clocks;
    ManouryOutcome outcome;
    ManouryProbe probe;
    ManouryMove move;
    char buffer[MANOURY_FEN_SIZE];
    size_t count;
    ManouryStatus status;
    uint64_t bytes;
    memset(&status, UNTOUCHED, sizeof status);
    memset(&bytes, UNTOUCHED, sizeof bytes);
    memset(&read, UNTOUCHED, sizeof read);
    memset(&clocks, UNTOUCHED, sizeof clocks);
    memset(&outcome, UNTOUCHED, sizeof outcome);
    memset(&probe, UNTOUCHED, sizeof probe);
    memset(&move, UNTOUCHED, sizeof move);
    memset(buffer, UNTOUCHED, sizeof buffer);
    memset(&count, UNTOUCHED, sizeof count);

    HOLDS(manoury_max_pieces(NULL) == 0);
    FAILS(NULL_POINTER, "`tablebase`",
          manoury_position_from_fen(NULL, "W:WK1:BK50", DENSE50, &read, &clocks));
    FAILS(NULL_POINTER, "`fen`",
          manoury_position_from_fen(tablebase, NULL, DENSE50, &read, &clocks));
    FAILS(NULL_POINTER, "`position`",
          manoury_position_from_fen(tablebase, "W:WK1:BK50", DENSE50, NULL, &clocks));
    FAILS(NULL_POINTER, "`tablebase`", manoury_position_to_fen(NULL, &p, buffer, sizeof buffer));
    FAILS(NULL_POINTER, "`position`",
          manoury_position_to_fen(tablebase, NULL, buffer, sizeof buffer));
    FAILS(NULL_POINTER, "`buffer`", manoury_position_to_fen(tablebase, &p, NULL, sizeof buffer));
    FAILS(NULL_POINTER, "`tablebase`", manoury_clocks_after(NULL, &p, NULL, FMJD, &p, &clocks));
    FAILS(NULL_POINTER, "`before`",
          manoury_clocks_after(tablebase, NULL, NULL, FMJD, &p, &clocks));
    FAILS(NULL_POINTER, "`after`", manoury_clocks_after(tablebase, &p, NULL, FMJD, NULL, &clocks));
    FAILS(NULL_POINTER, "`clocks_after`",
          manoury_clocks_after(tablebase, &p, NULL, FMJD, &p, NULL));
    FAILS(NULL_POINTER, "`tablebase`", manoury_probe_wdl(NULL, &p, &outcome));
    FAILS(NULL_POINTER, "`position`", manoury_probe_wdl(tablebase, NULL, &outcome));
    FAILS(NULL_POINTER, "`outcome`", manoury_probe_wdl(tablebase, &p, NULL));
    FAILS(NULL_POINTER, "`tablebase`", manoury_probe_wdl_cached_only(NULL, &p, &outcome));
    FAILS(NULL_POINTER, "`position`", manoury_probe_wdl_cached_only(tablebase, NULL, &outcome));
    FAILS(NULL_POINTER, "`outcome`", manoury_probe_wdl_cached_only(tablebase, &p, NULL));
    FAILS(NOT_CACHED, "not in the cache", manoury_probe_wdl_cached_only(tablebase, &p, &outcome));
    FAILS(NULL_POINTER, "`tablebase`", manoury_probe_wdl_many(NULL, &p, 1, &outcome, &status));
    FAILS(NULL_POINTER, "`positions`",
          manoury_probe_wdl_many(tablebase, NULL, 1, &outcome, &status));
    FAILS(NULL_POINTER, "`outcomes`", manoury_probe_wdl_many(tablebase, &p, 1, NULL, &status));
    FAILS(NULL_POINTER, "`statuses`", manoury_probe_wdl_many(tablebase, &p, 1, &outcome, NULL));
    FAILS(BAD_ARGUMENT, "`positions`",
          manoury_probe_wdl_many(tablebase, &p, SIZE_MAX, &outcome, &status));
    SUCCEEDS(manoury_probe_wdl_many(tablebase, NULL, 0, NULL, NULL));
    FAILS(NULL_POINTER, "`tablebase`", manoury_preload(NULL, 2, &bytes));
    FAILS(BAD_ARGUMENT, "`bytes` is not aligned", manoury_preload(tablebase, 2, MISALIGNED(&bytes)));
    SUCCEEDS(manoury_preload(tablebase, 0, NULL));
    FAILS(NULL_POINTER, "`tablebase`",
          manoury_probe_wdl_with_clocks(NULL, &p, NULL, FMJD, &outcome));
    FAILS(NULL_POINTER, "`position`",
          manoury_probe_wdl_with_clocks(tablebase, NULL, NULL, FMJD, &outcome));
    FAILS(NULL_POINTER, "`outcome`",
          manoury_probe_wdl_with_clocks(tablebase, &p, NULL, FMJD, NULL));
    FAILS(NULL_POINTER, "`tablebase`", manoury_probe(NULL, &p, &probe));
    FAILS(NULL_POINTER, "`position`", manoury_probe(tablebase, NULL, &probe));
    FAILS(NULL_POINTER, "`probe`", manoury_probe(tablebase, &p, NULL));
    FAILS(NULL_POINTER, "`tablebase`", manoury_probe_with_clocks(NULL, &p, NULL, FMJD, &probe));
    FAILS(NULL_POINTER, "`position`",
          manoury_probe_with_clocks(tablebase, NULL, NULL, FMJD, &probe));
    FAILS(NULL_POINTER, "`probe`", manoury_probe_with_clocks(tablebase, &p, NULL, FMJD, NULL));
    FAILS(NULL_POINTER, "`tablebase`", manoury_moves(NULL, &p, NULL, FMJD, &move, 1, &count));
    FAILS(NULL_POINTER, "`position`",
          manoury_moves(tablebase, NULL, NULL, FMJD, &move, 1, &count));
    FAILS(NULL_POINTER, "`moves`", manoury_moves(tablebase, &p, NULL, FMJD, NULL, 1, &count));
    FAILS(NULL_POINTER, "`count`", manoury_moves(tablebase, &p, NULL, FMJD, &move, 1, NULL));

    FAILS(BAD_ARGUMENT, "`position` is not aligned",
          manoury_probe_wdl(tablebase, MISALIGNED(&p), &outcome));
    FAILS(BAD_ARGUMENT, "`outcome` is not aligned",
          manoury_probe_wdl(tablebase, &p, MISALIGNED(&outcome)));
    FAILS(BAD_ARGUMENT, "`moves` is not aligned",
          manoury_moves(tablebase, &p, NULL, FMJD, MISALIGNED(&move), 1, &count));
    FAILS(BAD_ARGUMENT, "`clocks` is not aligned",
          manoury_probe_with_clocks(tablebase, &p, MISALIGNED(&clocks), FMJD, &probe));

    HOLDS(untouched(&read, sizeof read));
    HOLDS(untouched(&clocks, sizeof clocks));
    HOLDS(untouched(&outcome, sizeof outcome));
    HOLDS(untouched(&probe, sizeof probe));
    HOLDS(untouched(&move, sizeof move));
    HOLDS(untouched(buffer, sizeof buffer));
    HOLDS(untouched(&count, sizeof count));
    HOLDS(untouched(&status, sizeof status));
    HOLDS(untouched(&bytes, sizeof bytes));
}

/* A position is refused by each function that takes one. */
static void refused(int line, const ManouryTablebase *tablebase, const ManouryPosition *wrong,
                    ManouryStatus status, const char *needle)
{
    ManouryOutcome outcome;
    ManouryProbe probe;
    ManouryClocks clocks;
    size_t count;
    char buffer[MANOURY_FEN_SIZE];
    memset(&outcome, UNTOUCHED, sizeof outcome);
    memset(&probe, UNTOUCHED, sizeof probe);
    memset(&clocks, UNTOUCHED, sizeof clocks);
    memset(&count, UNTOUCHED, sizeof count);
    memset(buffer, UNTOUCHED, sizeof buffer);
    expect(line, status, manoury_probe_wdl(tablebase, wrong, &outcome), needle);
    expect(line, status, manoury_probe_wdl_with_clocks(tablebase, wrong, NULL, FMJD, &outcome),
           needle);
    expect(line, status, manoury_probe_wdl_cached_only(tablebase, wrong, &outcome), needle);
    ManouryStatus one = MANOURY_STATUS_OK;
    expect(line, MANOURY_STATUS_OK, manoury_probe_wdl_many(tablebase, wrong, 1, &outcome, &one), "");
    expect_that(line, one == status);
    expect(line, status, manoury_probe(tablebase, wrong, &probe), needle);
    expect(line, status, manoury_probe_with_clocks(tablebase, wrong, NULL, FMJD, &probe), needle);
    expect(line, status, manoury_moves(tablebase, wrong, NULL, FMJD, NULL, 0, &count), needle);
    expect(line, status, manoury_clocks_after(tablebase, wrong, NULL, FMJD, wrong, &clocks),
           needle);
    expect(line, status, manoury_position_to_fen(tablebase, wrong, buffer, sizeof buffer), needle);
    expect_that(line, untouched(&outcome, sizeof outcome) && untouched(&probe, sizeof probe) &&
                          untouched(&clocks, sizeof clocks) && untouched(&count, sizeof count) &&
                          untouched(buffer, sizeof buffer));
}

#define REFUSED(tablebase, wrong, status, needle)                                                  \
    refused(__LINE__, tablebase, wrong, MANOURY_STATUS_##status, needle)

static bool is_square(ManouryLayout layout, int bit)
{
    switch (layout) {
    case MANOURY_LAYOUT_DENSE50:
        return bit < 50;
    case MANOURY_LAYOUT_GHOST54:
        return bit < 54 && bit != 10 && bit != 21 && bit != 32 && bit != 43;
    default:
        return bit < 32;
    }
}

static uint64_t *set_of(ManouryPosition *p, int i)
{
    uint64_t *sets[] = {&p->white_men, &p->white_kings, &p->black_men, &p->black_kings};
    return sets[i];
}

/* Bits off the board, squares held twice, men on their promotion row, in one layout. */
static void positions(const ManouryTablebase *tablebase, ManouryLayout layout, int row)
{
    const char *names[] = {"`white_men`", "`white_kings`", "`black_men`", "`black_kings`"};
    ManouryPosition sound = {0};
    sound.layout = layout;
    sound.white_kings = UINT64_C(1) << 6;
    sound.black_kings = UINT64_C(1) << 23;
    ManouryOutcome outcome;
    SUCCEEDS(manoury_probe_wdl(tablebase, &sound, &outcome));
    int last = 63;
    while (!is_square(layout, last))
        last--;
    for (int i = 0; i < 4; i++) {
        for (int bit = 0; bit < 64; bit++) {
            if (is_square(layout, bit))
                continue;
            ManouryPosition wrong = sound;
            *set_of(&wrong, i) |= UINT64_C(1) << bit;
            ManouryStatus status = manoury_probe_wdl(tablebase, &wrong, &outcome);
            char needle[16];
            snprintf(needle, sizeof needle, "bit %d ", bit);
            expect(__LINE__, MANOURY_STATUS_BAD_POSITION, status, needle);
            expect(__LINE__, MANOURY_STATUS_BAD_POSITION, status, names[i]);
        }
        for (int j = 0; j < i; j++) {
            ManouryPosition wrong = sound;
            *set_of(&wrong, i) |= UINT64_C(1) << 15;
            *set_of(&wrong, j) |= UINT64_C(1) << 15;
            REFUSED(tablebase, &wrong, BAD_POSITION, "occupied twice");
        }
        ManouryPosition all = sound;
        *set_of(&all, i) = UINT64_MAX;
        REFUSED(tablebase, &all, BAD_POSITION, "is no square in the layout MANOURY_LAYOUT_");
    }
    for (int i = 0; i < row; i++) {
        ManouryPosition wrong = sound;
        wrong.white_men = UINT64_C(1) << i;
        REFUSED(tablebase, &wrong, BAD_POSITION, "promotion row");
        wrong = sound;
        wrong.black_men = UINT64_C(1) << (last - i);
        REFUSED(tablebase, &wrong, BAD_POSITION, "promotion row");
    }
    int numbers[] = {-1, 3, INT_MAX, INT_MIN};
    for (size_t i = 0; i < 4; i++) {
        ManouryPosition wrong = sound;
        wrong.layout = numbers[i];
        REFUSED(tablebase, &wrong, BAD_ARGUMENT, "ManouryLayout");
        wrong = sound;
        wrong.turn = numbers[i] == 3 ? 2 : numbers[i];
        REFUSED(tablebase, &wrong, BAD_ARGUMENT, "ManouryColor");
    }
    ManouryPosition other = sound;
    other.layout = layout == MANOURY_LAYOUT_DENSE32 ? MANOURY_LAYOUT_DENSE50 : MANOURY_LAYOUT_DENSE32;
    REFUSED(tablebase, &other, BAD_POSITION, "is of a board of");
}

static void fens(const ManouryTablebase *tablebase)
{
    static char text[100000];
    memset(text, 'W', sizeof text - 1);
    const struct {
        ManouryStatus status;
        const char *fen, *needle;
    } wrong[] = {
        {MANOURY_STATUS_BAD_FEN, "", "side to move"},
        {MANOURY_STATUS_BAD_FEN, "X:W31:B1", "'X'"},
        {MANOURY_STATUS_BAD_FEN, "W:W51:B1", "square 51"},
        {MANOURY_STATUS_BAD_FEN, "W:W31,31:B1", "square 31"},
        {MANOURY_STATUS_BAD_FEN, "W:W5:B6", "square 5"},
        {MANOURY_STATUS_BAD_FEN, "W:W31", "missing"},
        {MANOURY_STATUS_BAD_FEN, "W:W31:B1:H70000", "'H70000'"},
        {MANOURY_STATUS_BAD_FEN, text, "too long"},
        {MANOURY_STATUS_BAD_ARGUMENT, "W:W31:B\xff\xfe", "UTF-8"},
    };
    ManouryPosition read;
    ManouryClocks clocks;
    memset(&read, UNTOUCHED, sizeof read);
    memset(&clocks, UNTOUCHED, sizeof clocks);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect(__LINE__, wrong[i].status,
               manoury_position_from_fen(tablebase, wrong[i].fen, DENSE50, &read, &clocks),
               wrong[i].needle);
    int numbers[] = {-1, 3, INT_MAX, INT_MIN};
    for (size_t i = 0; i < 4; i++)
        FAILS(BAD_ARGUMENT, "ManouryLayout",
              manoury_position_from_fen(tablebase, "W:WK1:BK50", numbers[i], &read, &clocks));
    FAILS(BAD_POSITION, "MANOURY_LAYOUT_DENSE32",
          manoury_position_from_fen(tablebase, "W:WK1:BK50", MANOURY_LAYOUT_DENSE32, &read, &clocks));
    HOLDS(untouched(&read, sizeof read) && untouched(&clocks, sizeof clocks));

    SUCCEEDS(manoury_position_from_fen(tablebase, "B:WK12,K40,50:BK11:H7", DENSE50, &read, &clocks));
    HOLDS(clocks.clock25 == 7 && clocks.clock16 == MANOURY_CLOCK_NONE &&
          clocks.clock5 == MANOURY_CLOCK_NONE);
    HOLDS(read.turn == MANOURY_COLOR_BLACK && read.white_men == UINT64_C(1) << 49 &&
          read.white_kings == (UINT64_C(1) << 11 | UINT64_C(1) << 39) && read.black_men == 0 &&
          read.black_kings == UINT64_C(1) << 10);

    /* Exactly enough room, one byte less, and none. */
    char buffer[MANOURY_FEN_SIZE];
    size_t needed = strlen("B:W50,K12,K40:BK11") + 1;
    memset(buffer, UNTOUCHED, sizeof buffer);
    FAILS(BUFFER_TOO_SMALL, "bytes", manoury_position_to_fen(tablebase, &read, NULL, 0));
    FAILS(BUFFER_TOO_SMALL, "bytes", manoury_position_to_fen(tablebase, &read, buffer, needed - 1));
    HOLDS(untouched(buffer, sizeof buffer));
    SUCCEEDS(manoury_position_to_fen(tablebase, &read, buffer, needed));
    HOLDS(strcmp(buffer, "B:WK12,K40,50:BK11") == 0);
    HOLDS(untouched(buffer + needed, sizeof buffer - needed));
}

/* Clocks are refused by each function that takes them. */
static void refused_clocks(int line, const ManouryTablebase *tablebase, const ManouryPosition *p,
                           const ManouryClocks *clocks, int reading, ManouryStatus status,
                           const char *needle)
{
    ManouryOutcome outcome;
    ManouryProbe probe;
    ManouryClocks after;
    size_t count;
    expect(line, status, manoury_probe_wdl_with_clocks(tablebase, p, clocks, reading, &outcome),
           needle);
    expect(line, status, manoury_probe_with_clocks(tablebase, p, clocks, reading, &probe), needle);
    expect(line, status, manoury_moves(tablebase, p, clocks, reading, NULL, 0, &count), needle);
    expect(line, status, manoury_clocks_after(tablebase, p, clocks, reading, p, &after), needle);
}

static void draw_clocks(const ManouryTablebase *tablebase)
{
    const struct {
        ManouryClocks clocks;
        const char *needle;
    } wrong[] = {
        {{51, -1, -1}, "25-clock"},    {{-2, -1, -1}, "`clock25` is -2"},
        {{0, 33, -1}, "16-clock"},     {{0, 70000, -1}, "`clock16` is 70000"},
        {{0, INT_MIN, -1}, "clock16"}, {{0, -1, 0}, "5-clock"},
        {{0, -1, INT_MAX}, "clock5"},  {{9, 8, -1}, "behind"},
    };
    ManouryPosition p = position(tablebase, "W:WK12,K40,50:BK11");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refused_clocks(__LINE__, tablebase, &p, &wrong[i].clocks, FMJD, MANOURY_STATUS_BAD_CLOCKS,
                       wrong[i].needle);
    int numbers[] = {-1, 2, INT_MAX, INT_MIN};
    for (size_t i = 0; i < 4; i++)
        refused_clocks(__LINE__, tablebase, &p, NULL, numbers[i], MANOURY_STATUS_BAD_ARGUMENT,
                       "ManouryReading");

    /* Where the game is over nobody looks at the clocks. */
    ManouryPosition over = position(tablebase, "W:W6:B1");
    ManouryClocks nonsense = {INT_MIN, 4711, -9};
    ManouryProbe probe;
    SUCCEEDS(manoury_probe_with_clocks(tablebase, &over, &nonsense, FMJD, &probe));
    HOLDS(probe.outcome == MANOURY_OUTCOME_LOSS && probe.dtc == 0 && probe.dtw == 0);

    ManouryClocks after;
    memset(&after, UNTOUCHED, sizeof after);
    ManouryPosition elsewhere = position(tablebase, "B:WK1,K40,49:BK11");
    FAILS(BAD_ARGUMENT, "no legal move",
          manoury_clocks_after(tablebase, &p, NULL, FMJD, &elsewhere, &after));
    HOLDS(untouched(&after, sizeof after));
    ManouryPosition reached = position(tablebase, "B:WK1,K40,50:BK11");
    ManouryClocks clocks = {3, 9, MANOURY_CLOCK_NONE};
    SUCCEEDS(manoury_clocks_after(tablebase, &p, &clocks, FMJD, &reached, &after));
    HOLDS(after.clock25 == 4 && after.clock16 == 10 && after.clock5 == MANOURY_CLOCK_NONE);
}

/* Sound questions that the tables cannot answer, and arrays that are too small. */
static void answers(const ManouryTablebase *tablebase)
{
    ManouryPosition missing = position(tablebase, "W:WK1,K2,K3,K4:BK50");
    ManouryPosition many = position(tablebase, "W:W46-50:B1-5");
    ManouryPosition over = position(tablebase, "W:W31:B");
    ManouryOutcome outcome;
    memset(&outcome, UNTOUCHED, sizeof outcome);
    FAILS(MISSING_TABLE, "generate --material KKKKvK",
          manoury_probe_wdl(tablebase, &missing, &outcome));
    FAILS(TOO_MANY_PIECES, "10 pieces", manoury_probe_wdl(tablebase, &many, &outcome));
    FAILS(ONE_SIDED, "no piece", manoury_probe_wdl(tablebase, &over, &outcome));
    HOLDS(untouched(&outcome, sizeof outcome));

    /* In a batch each for itself. */
    ManouryPosition batch[] = {missing, many, position(tablebase, "W:W6:B1"), over, {0}};
    batch[4].turn = 7;
    ManouryOutcome outcomes[5];
    ManouryStatus statuses[5];
    memset(outcomes, UNTOUCHED, sizeof outcomes);
    SUCCEEDS(manoury_probe_wdl_many(tablebase, batch, 5, outcomes, statuses));
    HOLDS(statuses[0] == MANOURY_STATUS_MISSING_TABLE);
    HOLDS(statuses[1] == MANOURY_STATUS_TOO_MANY_PIECES);
    HOLDS(statuses[2] == MANOURY_STATUS_OK && outcomes[2] == MANOURY_OUTCOME_LOSS);
    HOLDS(statuses[3] == MANOURY_STATUS_ONE_SIDED);
    HOLDS(statuses[4] == MANOURY_STATUS_BAD_ARGUMENT);
    HOLDS(untouched(outcomes, 2 * sizeof *outcomes) && untouched(&outcomes[3], 2 * sizeof *outcomes));

    ManouryPosition p = position(tablebase, "W:WK12,K40,50:BK11");
    ManouryMove moves[64], best;
    size_t all, count;
    memset(moves, UNTOUCHED, sizeof moves);
    SUCCEEDS(manoury_moves(tablebase, &p, NULL, FMJD, NULL, 0, &all));
    HOLDS(all > 10 && all < 64);
    SUCCEEDS(manoury_moves(tablebase, &p, NULL, FMJD, moves, all - 1, &count));
    HOLDS(count == all && untouched(&moves[all - 1], sizeof *moves));
    SUCCEEDS(manoury_moves(tablebase, &p, NULL, FMJD, moves, 64, &count));
    HOLDS(count == all && untouched(&moves[all], sizeof *moves));
    SUCCEEDS(manoury_moves(tablebase, &p, NULL, FMJD, &best, 1, &count));
    HOLDS(count == all && strcmp(best.text, moves[0].text) == 0);
    /* What is written may lie where it was read from. */
    ManouryClocks clocks = {0, 5, MANOURY_CLOCK_NONE};
    ManouryMove second;
    SUCCEEDS(manoury_moves(tablebase, &p, &clocks, FMJD, &best, 1, &count));
    SUCCEEDS(manoury_moves(tablebase, &best.position, &best.clocks, FMJD, &second, 1, &count));
    SUCCEEDS(manoury_clocks_after(tablebase, &p, &clocks, FMJD, &best.position, &clocks));
    HOLDS(memcmp(&clocks, &best.clocks, sizeof clocks) == 0);
    SUCCEEDS(manoury_moves(tablebase, &best.position, &best.clocks, FMJD, &best, 1, &count));
    HOLDS(memcmp(&best.position, &second.position, sizeof best.position) == 0 &&
          strcmp(best.text, second.text) == 0 && best.clocks.clock16 == 7);
    ManouryPosition lost = position(tablebase, "W:W6:B1");
    SUCCEEDS(manoury_moves(tablebase, &lost, NULL, FMJD, moves, 64, &count));
    HOLDS(count == 0);
}

static void damage(const char *folder)
{
    ManouryTablebase *tablebase = open_international(folder);
    ManouryOutcome outcome;
    ManouryProbe probe;
    ManouryPosition cut = position(tablebase, "W:WK1,31:BK50");
    FAILS(DAMAGED_TABLE, "KMvK.wdl", manoury_probe_wdl(tablebase, &cut, &outcome));
    FAILS(DAMAGED_TABLE, "KMvK.wdl", manoury_probe(tablebase, &cut, &probe));
    /* Some position needs the damaged block; none gets a value from it. */
    int found = 0;
    for (int a = 1; a < 50; a++) {
        for (int b = 1; b < 50; b++) {
            if (a == b)
                continue;
            ManouryPosition p = {0};
            p.turn = a < b ? MANOURY_COLOR_WHITE : MANOURY_COLOR_BLACK;
            p.black_kings = 1;
            p.white_kings = UINT64_C(1) << a | UINT64_C(1) << b;
            ManouryStatus status = manoury_probe_wdl(tablebase, &p, &outcome);
            found += status == MANOURY_STATUS_DAMAGED_TABLE;
            HOLDS(status == MANOURY_STATUS_OK || strstr(manoury_last_error(), "KKvK.wdl") != NULL);
        }
    }
    HOLDS(found > 0);
    uint64_t bytes;
    FAILS(DAMAGED_TABLE, ".wdl", manoury_preload(tablebase, 4, &bytes));
    manoury_close(&tablebase);
}

static void texts(void)
{
    HOLDS(strcmp(manoury_status_name(MANOURY_STATUS_MISSING_TABLE), "missing-table") == 0);
    HOLDS(strcmp(manoury_outcome_name(-MANOURY_OUTCOME_WIN), "loss") == 0);
    int numbers[] = {-3, 3, 15, 98, 100, INT_MAX, INT_MIN};
    for (size_t i = 0; i < 7; i++) {
        HOLDS(strcmp(manoury_status_name(numbers[i] == 3 ? 55 : numbers[i]), "unknown") == 0);
        HOLDS(strcmp(manoury_outcome_name(numbers[i]), "unknown") == 0);
    }
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", MANOURY_VERSION_MAJOR, MANOURY_VERSION_MINOR,
             MANOURY_VERSION_PATCH);
    HOLDS(strcmp(manoury_version(), version) == 0);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    HOLDS(strcmp(manoury_last_error(), "") == 0);
    texts();
    opening(argv[1]);
    ManouryTablebase *tablebase = open_international(argv[1]);
    nulls(tablebase);
    positions(tablebase, MANOURY_LAYOUT_DENSE50, 5);
    positions(tablebase, MANOURY_LAYOUT_GHOST54, 5);
    fens(tablebase);
    draw_clocks(tablebase);
    answers(tablebase);
    manoury_close(&tablebase);
    const char *folders[] = {argv[1]};
    for (int variant = MANOURY_VARIANT_BRAZILIAN; variant <= MANOURY_VARIANT_ENGLISH; variant++) {
        ManouryOptions options = {0};
        options.variant = variant;
        SUCCEEDS(manoury_open(folders, 1, &options, &tablebase));
        positions(tablebase, MANOURY_LAYOUT_DENSE32, 4);
        manoury_close(&tablebase);
    }
    damage(argv[2]);
    if (failures > 0)
        return 1;
    printf("%d checks, all well\n", checks);
    return 0;
}
