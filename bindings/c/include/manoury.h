/*
 * manoury.h: exact endgame tables of draughts for programs in C and C++.
 *
 * Open a folder that `manoury generate` has filled, then ask: the outcome of a position with fresh
 * draw clocks or with running ones, its distances, all moves ranked. bindings/c/README.md has whole
 * programs; docs/RULES.md tells what outcomes, distances and clocks mean.
 *
 * Every function checks what it is given. It returns a ManouryStatus, and manoury_last_error tells
 * in words what was wrong; what was to be written is written only if all went well. Nothing is
 * thrown, nothing ends the process, nothing is printed.
 *
 * What a caller must keep to: a pointer is null (an error, unless the function says that it may be)
 * or points at a value of its type, for the whole call; texts end with a zero byte; a tablebase is
 * not used after it was closed. What a call writes may lie where it reads, unless the function says
 * that it must not: everything is read first.
 *
 * Threads: all may use the same tablebase at the same time, with no lock of the caller's. Only
 * manoury_close must be alone. Each thread has its own last error.
 *
 * Made from the Rust sources by cbindgen; change those.
 */


#ifndef MANOURY_H
#define MANOURY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * `MANOURY_VERSION_MAJOR.MANOURY_VERSION_MINOR.MANOURY_VERSION_PATCH` is the version of this
 * header; before 1.0 another minor version is another interface. `manoury_version` tells the
 * library's.
 */
#define MANOURY_VERSION_MAJOR 0

/**
 * See `MANOURY_VERSION_MAJOR`.
 */
#define MANOURY_VERSION_MINOR 1

/**
 * See `MANOURY_VERSION_MAJOR`.
 */
#define MANOURY_VERSION_PATCH 0

/**
 * In the place of a draw clock: it is not given.
 */
#define MANOURY_CLOCK_NONE -1

/**
 * In the place of a distance: there is none (a draw), or no table of it.
 */
#define MANOURY_NO_DISTANCE -1

/**
 * Room for the text of any move, with its final zero byte.
 */
#define MANOURY_MOVE_SIZE 100

/**
 * Room for the FEN of any position, with its final zero byte.
 */
#define MANOURY_FEN_SIZE 256

/**
 * How a call ended. `manoury_last_error` tells in words what was wrong.
 */
enum ManouryStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * All went well.
     */
    MANOURY_STATUS_OK = 0,
    /**
     * A pointer that must not be null is.
     */
    MANOURY_STATUS_NULL_POINTER = 1,
    /**
     * A number is none of its enum's, a text is not UTF-8, or no move leads to the position.
     */
    MANOURY_STATUS_BAD_ARGUMENT = 2,
    /**
     * The four sets are no position: a bit off the board, a square held twice, a man on its own
     * promotion row, or a layout of another board.
     */
    MANOURY_STATUS_BAD_POSITION = 3,
    /**
     * The text is no FEN of the variant.
     */
    MANOURY_STATUS_BAD_FEN = 4,
    /**
     * No game reaches these clocks.
     */
    MANOURY_STATUS_BAD_CLOCKS = 5,
    /**
     * The caller's buffer is too small.
     */
    MANOURY_STATUS_BUFFER_TOO_SMALL = 6,
    /**
     * A folder is missing or cannot be listed.
     */
    MANOURY_STATUS_FOLDER_UNREADABLE = 7,
    /**
     * No folder has a table of the variant.
     */
    MANOURY_STATUS_NO_TABLES = 8,
    /**
     * A table that is needed is not there. A set of tables need not be complete, so that a search
     * goes on without.
     */
    MANOURY_STATUS_MISSING_TABLE = 9,
    /**
     * The position has more pieces than any table.
     */
    MANOURY_STATUS_TOO_MANY_PIECES = 10,
    /**
     * The side that is not to move has no piece: the game was over before.
     */
    MANOURY_STATUS_ONE_SIDED = 11,
    /**
     * The operating system failed to read a table.
     */
    MANOURY_STATUS_READ_FAILED = 12,
    /**
     * A table is damaged, or another than its name says.
     */
    MANOURY_STATUS_DAMAGED_TABLE = 13,
    /**
     * `manoury_probe_wdl_cached_only` cannot tell from memory alone.
     */
    MANOURY_STATUS_NOT_CACHED = 14,
    /**
     * A mistake in this library; please report the text.
     */
    MANOURY_STATUS_INTERNAL = 99,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ManouryStatus ManouryStatus;
#else
typedef int32_t ManouryStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The result of a position under best play, for the side to move. The opposite result is the
 * negative number, and a greater number is a better result.
 */
enum ManouryOutcome
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Lost.
     */
    MANOURY_OUTCOME_LOSS = -2,
    /**
     * Lost on the board, but a draw limit comes first.
     */
    MANOURY_OUTCOME_BLESSED_LOSS = -1,
    /**
     * Drawn.
     */
    MANOURY_OUTCOME_DRAW = 0,
    /**
     * Won on the board, but a draw limit comes first.
     */
    MANOURY_OUTCOME_CURSED_WIN = 1,
    /**
     * Won.
     */
    MANOURY_OUTCOME_WIN = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ManouryOutcome ManouryOutcome;
#else
typedef int32_t ManouryOutcome;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A game.
 */
enum ManouryVariant
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * International draughts, 10x10.
     */
    MANOURY_VARIANT_INTERNATIONAL = 0,
    /**
     * Brazilian draughts, 8x8.
     */
    MANOURY_VARIANT_BRAZILIAN = 1,
    /**
     * English draughts (American checkers), 8x8. Black moves first; squares are numbered from
     * Black's side.
     */
    MANOURY_VARIANT_ENGLISH = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ManouryVariant ManouryVariant;
#else
typedef int32_t ManouryVariant;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How the files of tables are read.
 */
enum ManouryAccess
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * By plain system calls. A file that is cut short or damaged while the tablebase is open is an
     * error of the calls that need it.
     */
    MANOURY_ACCESS_READ = 0,
    /**
     * Mapped into memory: less work for each block that is not in the cache. The caller sees to it
     * that nobody, in this process or another, cuts the files short or writes into them while the
     * tablebase is open; otherwise the process may be ended by a signal (SIGBUS). Replacing a file
     * by renaming another over it is harmless, and `manoury generate` does nothing else.
     */
    MANOURY_ACCESS_MAPPED = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ManouryAccess ManouryAccess;
#else
typedef int32_t ManouryAccess;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What the system is told about how files will be read: a hint, which changes no answer. It is
 * given when a file is opened, on Linux, and for mapped files on other Unix systems too.
 */
enum ManouryAdvice
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * What the system does unasked: it reads some way ahead of each block.
     */
    MANOURY_ADVICE_NORMAL = 0,
    /**
     * Here and there: nothing is read ahead. For tables that are much larger than memory.
     */
    MANOURY_ADVICE_RANDOM = 1,
    /**
     * From front to back: more is read ahead. For `manoury_preload` and large batches.
     */
    MANOURY_ADVICE_SEQUENTIAL = 2,
    /**
     * All of it, soon: the system begins to read the whole file while the probe goes on. For
     * tables that fit into memory, on a slow disk.
     */
    MANOURY_ADVICE_WILL_NEED = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ManouryAdvice ManouryAdvice;
#else
typedef int32_t ManouryAdvice;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A side. White's men move toward square 1, Black's away from it.
 */
enum ManouryColor
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * White.
     */
    MANOURY_COLOR_WHITE = 0,
    /**
     * Black.
     */
    MANOURY_COLOR_BLACK = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ManouryColor ManouryColor;
#else
typedef int32_t ManouryColor;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a capture in class sixteen (a lone king against three pieces with a king among them) is
 * read.
 */
enum ManouryReading
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * FMJD: the 16-clock goes on through captures, beside the 5-clock.
     */
    MANOURY_READING_FMJD = 0,
    /**
     * As lidraughts plays: a capture out of the class ends the 16-clock, and class five (a lone
     * king against one or two pieces with a king among them) starts afresh.
     */
    MANOURY_READING_LIDRAUGHTS = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ManouryReading ManouryReading;
#else
typedef int32_t ManouryReading;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Which bit stands for which square, counted from 0 for the lowest bit. Squares have the numbers
 * that FENs use.
 */
enum ManouryLayout
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * 10x10, 50 bits: bit 0 for square 1, bit 1 for square 2, up to bit 49 for square 50.
     */
    MANOURY_LAYOUT_DENSE50 = 0,
    /**
     * 10x10, 54 bits: as before, but that after each ten squares a bit stands for nothing. Bits
     * 10, 21, 32 and 43 are never set; bit 11 is for square 11, bit 53 for square 50. Kingsrow's
     * driver and many engines have their boards so.
     */
    MANOURY_LAYOUT_GHOST54 = 1,
    /**
     * 8x8, 32 bits: bit 0 for square 1 up to bit 31 for square 32.
     */
    MANOURY_LAYOUT_DENSE32 = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ManouryLayout ManouryLayout;
#else
typedef int32_t ManouryLayout;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A tablebase of one variant over one or several folders. Made by `manoury_open`, ended by
 * `manoury_close`; all threads may ask the same one at the same time.
 */
typedef struct ManouryTablebase ManouryTablebase;

/**
 * How a tablebase is opened. Zero stands for the default everywhere: begin with
 * `ManouryOptions options = {0};` and set what is to be otherwise.
 */
typedef struct ManouryOptions {
    /**
     * The game; international draughts by default.
     */
    ManouryVariant variant;
    /**
     * How files are read; by plain system calls by default.
     */
    ManouryAccess access;
    /**
     * What the system is told about how files will be read; nothing by default.
     */
    ManouryAdvice advice;
    /**
     * Most files that are kept open at a time; 0 for 32. Mapped files are open only while they
     * are being mapped.
     */
    uint32_t open_files;
    /**
     * Memory for decoded blocks in bytes, shared by all threads; 0 for 64 MiB.
     */
    uint64_t cache_bytes;
} ManouryOptions;

/**
 * A position: four sets of squares, in one of the layouts, and the side to move.
 */
typedef struct ManouryPosition {
    /**
     * White's men.
     */
    uint64_t white_men;
    /**
     * White's kings.
     */
    uint64_t white_kings;
    /**
     * Black's men.
     */
    uint64_t black_men;
    /**
     * Black's kings.
     */
    uint64_t black_kings;
    /**
     * The side to move.
     */
    ManouryColor turn;
    /**
     * Which bit stands for which square.
     */
    ManouryLayout layout;
} ManouryPosition;

/**
 * The draw clocks in plies (moves of one side) used. One that is `MANOURY_CLOCK_NONE` is not
 * given: the 25-clock then stands at 0, the clock of the position's material class where the
 * 25-clock stands, and other class clocks do not run.
 */
typedef struct ManouryClocks {
    /**
     * Plies since the last capture or man's move; draws at 50 (Brazilian 40, English 80).
     */
    int32_t clock25;
    /**
     * Plies since a lone king faces three pieces with a king among them; draws at 32. Only in
     * international draughts.
     */
    int32_t clock16;
    /**
     * Plies since a lone king faces one or two pieces with a king among them; draws at 10. Only in
     * international draughts.
     */
    int32_t clock5;
} ManouryClocks;

/**
 * What the tables say of a position, for its side to move.
 */
typedef struct ManouryProbe {
    /**
     * The outcome; under clocks where the question had any.
     */
    ManouryOutcome outcome;
    /**
     * Distance to conversion: plies up to and including the capture or man's move that keeps the
     * outcome, or to the end of the game. `MANOURY_NO_DISTANCE` for a draw and where there is no
     * table of it. Clocks never change a distance.
     */
    int32_t dtc;
    /**
     * Distance to the end of the game in plies, draw limits ignored. `MANOURY_NO_DISTANCE` for a
     * draw and where there is no table of it.
     */
    int32_t dtw;
} ManouryProbe;

/**
 * A legal move and what it leads to.
 */
typedef struct ManouryMove {
    /**
     * The number of the square where the mover stood, from 1.
     */
    int32_t from;
    /**
     * The number of the square where it comes to stand.
     */
    int32_t to;
    /**
     * The captured pieces, in the layout of the position; 0 for a quiet move.
     */
    uint64_t captured;
    /**
     * The position after it, in the same layout.
     */
    struct ManouryPosition position;
    /**
     * The clocks after it; `MANOURY_CLOCK_NONE` for one that does not run.
     */
    struct ManouryClocks clocks;
    /**
     * What that position is for its side to move, the opponent, under those clocks: a loss is a
     * winning move.
     */
    struct ManouryProbe after;
    /**
     * Whether it is a capture or a man's move.
     */
    bool conversion;
    /**
     * The move as people write it: `32-28`, `32x23`, or every landing square (`4x27x38x15`) where
     * several captures go from there to there.
     */
    char text[MANOURY_MOVE_SIZE];
} ManouryMove;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library, `0.1.0`. The text is always there.
 */
const char *manoury_version(void);

/**
 * What was wrong in the last call of this thread that failed, in one line: the file, square or
 * clock at fault and what to do. Empty if none failed yet; never null. The text is there until the
 * next call of this thread that fails, or the thread's end.
 */
const char *manoury_last_error(void);

/**
 * The name of a status, `missing-table`; `unknown` for any other number. The text is always there.
 */
const char *manoury_status_name(ManouryStatus status);

/**
 * The name of an outcome, `cursed-win`; `unknown` for any other number. The text is always there.
 */
const char *manoury_outcome_name(ManouryOutcome outcome);

/**
 * Opens the tables of a variant in one or several folders.
 *
 * A folder's tables lie in its sub-folder named after the variant: `FOLDER/international`. A table
 * that is in several folders is taken from the first. Opening only lists the folders; a file is
 * opened by the first probe that needs it, so that a damaged one shows then.
 *
 * `folders` are `folder_count` paths; `options` may be null for the default of everything. Where
 * the call fails, `*tablebase` becomes null.
 */
ManouryStatus manoury_open(const char *const *folders,
                           size_t folder_count,
                           const struct ManouryOptions *options,
                           struct ManouryTablebase **tablebase);

/**
 * Closes a tablebase and sets `*tablebase` to null. Nothing happens if it is null already, or
 * `tablebase` is. No thread may be using the tablebase, nor use it any more.
 */
void manoury_close(struct ManouryTablebase **tablebase);

/**
 * The greatest number of pieces for which there are outcomes, of at least one material. A search
 * need not ask for positions with more. 0 if `tablebase` is null.
 */
uint32_t manoury_max_pieces(const struct ManouryTablebase *tablebase);

/**
 * Decodes the outcomes of all tables of up to so many pieces into the cache, fewest pieces first,
 * as far as its budget goes; `*bytes` becomes the memory that they take there. `bytes` may be null.
 * After that `manoury_probe_wdl` reads nothing for what has found room, and
 * `manoury_probe_wdl_cached_only` knows it.
 *
 * Distances are not brought in, and what has no table is passed over. If a table cannot be read or
 * is damaged, what came before it is in the cache.
 */
ManouryStatus manoury_preload(const struct ManouryTablebase *tablebase,
                              uint32_t pieces,
                              uint64_t *bytes);

/**
 * Reads a FEN, such as `W:WK12,K40,50:BK11`, as a position in the layout that is asked for.
 *
 * `clocks` may be null. Otherwise it gets the 25-clock where the FEN tells it (`:H12`), and
 * `MANOURY_CLOCK_NONE` for all that is not told. The tablebase tells the variant.
 */
ManouryStatus manoury_position_from_fen(const struct ManouryTablebase *tablebase,
                                        const char *fen,
                                        ManouryLayout layout,
                                        struct ManouryPosition *position,
                                        struct ManouryClocks *clocks);

/**
 * Writes the FEN of a position, with a final zero byte, into a buffer of `capacity` bytes;
 * `MANOURY_FEN_SIZE` are always enough.
 */
ManouryStatus manoury_position_to_fen(const struct ManouryTablebase *tablebase,
                                      const struct ManouryPosition *position,
                                      char *buffer,
                                      size_t capacity);

/**
 * The clocks after the legal move that leads from the position `before`, with its `clocks` (null
 * for fresh ones), to `after`: for an engine that keeps the clocks along its own moves. Both
 * positions may have more pieces than any table, and each its own layout.
 *
 * A clock comes to stand past its limit if it was at it: the game is drawn then.
 */
ManouryStatus manoury_clocks_after(const struct ManouryTablebase *tablebase,
                                   const struct ManouryPosition *before,
                                   const struct ManouryClocks *clocks,
                                   ManouryReading reading,
                                   const struct ManouryPosition *after,
                                   struct ManouryClocks *clocks_after);

/**
 * The outcome of a position with fresh clocks (each that runs at 0): what a search asks.
 *
 * A side to move without a piece or a move has lost; no table is needed for that. Where the side
 * to move must capture, all captures are played out.
 */
ManouryStatus manoury_probe_wdl(const struct ManouryTablebase *tablebase,
                                const struct ManouryPosition *position,
                                ManouryOutcome *outcome);

/**
 * The outcome of a position with fresh clocks, as `manoury_probe_wdl` tells it, if it can be told
 * from memory alone: nothing is opened, read or decoded. `MANOURY_STATUS_NOT_CACHED` if it cannot.
 * For a search that must not wait for a disk, after `manoury_preload`.
 */
ManouryStatus manoury_probe_wdl_cached_only(const struct ManouryTablebase *tablebase,
                                            const struct ManouryPosition *position,
                                            ManouryOutcome *outcome);

/**
 * The outcomes of many positions with fresh clocks, each as `manoury_probe_wdl` tells it. What must
 * be looked up is sorted by file and block, so that a block is decoded once for very many
 * positions. For labelling training data.
 *
 * `positions`, `outcomes` and `statuses` are `count` of each and do not overlap. `statuses[i]` is
 * what `manoury_probe_wdl` would return, and `outcomes[i]` is written only where that is
 * `MANOURY_STATUS_OK`. One position fails without the others, and is no failure of the call;
 * whoever wants its text asks for it alone.
 */
ManouryStatus manoury_probe_wdl_many(const struct ManouryTablebase *tablebase,
                                     const struct ManouryPosition *positions,
                                     size_t count,
                                     ManouryOutcome *outcomes,
                                     ManouryStatus *statuses);

/**
 * The outcome of a position with its draw clocks running, exact for every state of them: a win
 * that comes too late is a cursed win, a loss that does a blessed loss. A clock at its limit draws
 * unless the game is over on the board. `clocks` may be null for fresh ones.
 */
ManouryStatus manoury_probe_wdl_with_clocks(const struct ManouryTablebase *tablebase,
                                            const struct ManouryPosition *position,
                                            const struct ManouryClocks *clocks,
                                            ManouryReading reading,
                                            ManouryOutcome *outcome);

/**
 * The outcome and the distances of a position with fresh clocks.
 */
ManouryStatus manoury_probe(const struct ManouryTablebase *tablebase,
                            const struct ManouryPosition *position,
                            struct ManouryProbe *probe);

/**
 * The outcome of a position with its draw clocks running, as `manoury_probe_wdl_with_clocks`
 * tells it, and its distances, which do not depend on the clocks. `clocks` may be null for fresh
 * ones.
 */
ManouryStatus manoury_probe_with_clocks(const struct ManouryTablebase *tablebase,
                                        const struct ManouryPosition *position,
                                        const struct ManouryClocks *clocks,
                                        ManouryReading reading,
                                        struct ManouryProbe *probe);

/**
 * All legal moves with what each leads to, best first; none if the game is over on the board.
 *
 * Whoever plays the first move of a won position, and goes on so, wins whatever the answers: it
 * is ranked by the outcome under the clocks and then by distance, the shortest win and the longest
 * loss first.
 *
 * `moves` has room for `capacity` moves and gets the best ones; `*count` becomes the number of all
 * legal moves, which may be more. With `capacity` 1 only the best move is written; with 0 `moves`
 * may be null. `clocks` may be null for fresh ones.
 */
ManouryStatus manoury_moves(const struct ManouryTablebase *tablebase,
                            const struct ManouryPosition *position,
                            const struct ManouryClocks *clocks,
                            ManouryReading reading,
                            struct ManouryMove *moves,
                            size_t capacity,
                            size_t *count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MANOURY_H */
