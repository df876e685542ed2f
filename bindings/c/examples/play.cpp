// Plays a position out, best moves of both sides, with the draw clocks running.
//
//     play TABLES FEN
#include <manoury.h>

#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

void check(ManouryStatus status)
{
    if (status != MANOURY_STATUS_OK)
        throw std::runtime_error(manoury_last_error());
}

/// A tablebase that closes itself. Threads may share it.
class Tablebase {
public:
    explicit Tablebase(const std::string &folder)
    {
        const char *folders[] = {folder.c_str()};
        ManouryOptions options{};
        options.variant = MANOURY_VARIANT_INTERNATIONAL;
        options.cache_bytes = 256u << 20;
        ManouryTablebase *opened = nullptr;
        check(manoury_open(folders, 1, &options, &opened));
        handle.reset(opened);
    }

    ManouryPosition position(const std::string &fen, ManouryClocks &clocks) const
    {
        ManouryPosition position;
        check(manoury_position_from_fen(handle.get(), fen.c_str(), MANOURY_LAYOUT_GHOST54,
                                        &position, &clocks));
        return position;
    }

    ManouryProbe probe(const ManouryPosition &position, const ManouryClocks &clocks) const
    {
        ManouryProbe probe;
        check(manoury_probe_with_clocks(handle.get(), &position, &clocks, MANOURY_READING_FMJD,
                                        &probe));
        return probe;
    }

    /// The best move; false if there is none.
    bool best_move(const ManouryPosition &position, const ManouryClocks &clocks,
                   ManouryMove &best) const
    {
        std::size_t count = 0;
        check(manoury_moves(handle.get(), &position, &clocks, MANOURY_READING_FMJD, &best, 1,
                            &count));
        return count > 0;
    }

private:
    struct Close {
        void operator()(ManouryTablebase *tablebase) const { manoury_close(&tablebase); }
    };
    std::unique_ptr<ManouryTablebase, Close> handle;
};

void play(const std::string &folder, const std::string &fen)
{
    const Tablebase tablebase(folder);
    ManouryClocks clocks;
    ManouryPosition position = tablebase.position(fen, clocks);
    const ManouryProbe probe = tablebase.probe(position, clocks);
    std::cout << manoury_outcome_name(probe.outcome);
    if (probe.dtw != MANOURY_NO_DISTANCE)
        std::cout << " in " << probe.dtw << " plies";
    std::cout << '\n';

    // The move brings the position and the clocks after it along. A clock at its limit draws.
    ManouryMove move;
    int ply = 0;
    while (clocks.clock25 < 50 && clocks.clock16 < 32 && clocks.clock5 < 10 &&
           tablebase.best_move(position, clocks, move)) {
        std::cout << (ply % 8 == 0 ? "" : " ") << move.text << (ply % 8 == 7 ? "\n" : "");
        position = move.position;
        clocks = move.clocks;
        ply++;
    }
    std::cout << (ply % 8 == 0 ? "" : "\n") << "over after " << ply << " plies: "
              << manoury_outcome_name(tablebase.probe(position, clocks).outcome) << " for "
              << (position.turn == MANOURY_COLOR_WHITE ? "White" : "Black") << '\n';
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::cerr << "usage: play TABLES FEN\n";
        return 2;
    }
    try {
        play(argv[1], argv[2]);
    } catch (const std::exception &error) {
        std::cerr << "play: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
