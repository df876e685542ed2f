"""What goes wrong is an exception of its own kind that says what to do."""

import manoury
import pytest
from manoury import Position, Tablebase


@pytest.mark.parametrize(
    "fen, needle",
    [("", "''"), ("X:W31:B3", "'X'"), ("W:W51:B3", "square 51"), ("W:W5:B6", "square 5"), ("é", "'é'")],
)
def test_a_bad_fen_names_the_token(tablebase, fen, needle):
    for ask in (tablebase.probe, tablebase.probe_wdl, tablebase.moves, tablebase.line, Position):
        with pytest.raises(manoury.FenError, match=needle):
            ask(fen)
    assert issubclass(manoury.FenError, ValueError)


def test_a_bad_move_lists_the_legal_ones():
    with pytest.raises(manoury.MoveError, match="legal are: 31-26 31-27"):
        Position("W:W31:B1").make("31-22")


def test_clocks_that_no_game_reaches(tablebase):
    for clocks, needle in (
        ({"clock5": 11}, "past its limit of 10"),
        ({"clock25": -1}, "clock25 is -1"),
        ({"clock16": 1 << 40}, "past its limit of 32"),
        ({"clock5": 1 << 70}, "past its limit of 10"),
        ({"clock5": -(1 << 70)}, "clock5 is -1180591620717411303424; give the plies used"),
        ({"clock5": 1 << 40_000}, "past its limit of 10"),
        ({"clock25": -(1 << 40_000)}, "clock25 is a number of 40001 bits"),
        ({"clock25": 5, "clock5": 4}, "behind the 25-clock"),
    ):
        for ask in (tablebase.probe, tablebase.probe_wdl, tablebase.moves, tablebase.line, manoury.Game):
            with pytest.raises(manoury.ClockError, match=needle):
                ask("W:WK10:BK5", **clocks)
    with pytest.raises(TypeError):
        tablebase.probe("W:WK10:BK5", clock5=1.5)
    with pytest.raises(ValueError, match="fmjd or lidraughts"):
        tablebase.probe("W:WK10:BK5", reading="house")
    with pytest.raises(ValueError, match="brings its own clocks"):
        tablebase.probe(manoury.Game("W:WK10:BK5"), clock25=1)


def test_whole_numbers_of_any_size_are_cut_down_or_refused(tablebase, folder):
    for number in (-1, -(1 << 70)):
        with pytest.raises(ValueError, match=f"cache_bytes is {number}; give 0 or more"):
            Tablebase(folder, cache_bytes=number)
        with pytest.raises(ValueError, match=f"pieces is {number}; give 0 or more"):
            tablebase.preload(number)
        with pytest.raises(ValueError, match="threads must be at least 1"):
            tablebase.probe_many([], threads=number)
    for number in (-1, 1 << 64, 1 << 70):
        with pytest.raises(manoury.PositionError, match=f"bitboard {number} is no set of squares"):
            Position.from_bitboards(1, 0, number, 0)
    large = Tablebase(folder, cache_bytes=1 << 70)
    assert large.preload(1 << 70) == large.preload(4)
    assert list(large.probe_many(["W:WK10:BK5"], threads=1 << 70)) == [2]


def test_positions_that_tables_do_not_answer(tablebase):
    with pytest.raises(manoury.PositionError, match="16 pieces"):
        tablebase.probe("W:W31-38:B1-8")
    with pytest.raises(manoury.PositionError, match="no piece"):
        tablebase.probe("W:WK1:B")
    with pytest.raises(TypeError, match="a FEN, a Position or a Game, not int"):
        tablebase.probe(5)


def test_a_missing_table_comes_with_the_command(copied):
    tablebase = Tablebase(copied)
    with pytest.raises(manoury.MissingTableError) as caught:
        tablebase.moves("W:WK1,K2:BK26")
    assert caught.value.file == "KKvK.wdl"
    assert caught.value.command == f"manoury generate --material KKvK --out {copied}"
    assert caught.value.command in str(caught.value)
    assert isinstance(caught.value, manoury.TableError)
    # The others are answered.
    assert tablebase.probe("W:WK10:BK5").dtw == 3


def test_a_damaged_table_is_never_a_value(copied):
    file = copied / "international" / "KvK.wdl"
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    tablebase = Tablebase(copied)
    with pytest.raises(manoury.CorruptTableError, match="damaged") as caught:
        tablebase.probe("W:WK10:BK5")
    assert caught.value.file == str(file)
    file.unlink()
    file.mkdir()
    with pytest.raises(manoury.TableError):
        Tablebase(copied).probe("W:WK10:BK5")


def test_folders_without_tables(tmp_path):
    with pytest.raises(manoury.OpenError, match="no international tables in"):
        Tablebase(tmp_path)
    with pytest.raises(manoury.OpenError, match="cannot read the tables folder"):
        Tablebase(tmp_path / "none")
    with pytest.raises(manoury.OpenError, match="no folder"):
        Tablebase([])
    with pytest.raises(ValueError, match="international, brazilian or english"):
        Tablebase(tmp_path, "chess")
    with pytest.raises(TypeError, match="path of a folder"):
        Tablebase(5)


def test_a_closed_tablebase_refuses(copied):
    with Tablebase(str(copied), mapped=True) as tablebase:
        assert tablebase.probe("W:WK10:BK5").dtw == 3 and not tablebase.closed
    assert tablebase.closed and "closed" in repr(tablebase)
    with pytest.raises(ValueError, match="closed"):
        tablebase.probe("W:WK10:BK5")
    tablebase.close()


def test_several_folders(copied, folder):
    tablebase = Tablebase([copied, folder], cache_bytes=0)
    assert tablebase.paths == [copied, folder]
    # What is in both is taken from the first.
    assert tablebase.tables["KvK.wdl"].is_relative_to(copied)
    assert tablebase.tables["KKvK.wdl"].is_relative_to(folder)
    assert tablebase.probe("W:WK2,K10:BK5") == (manoury.Outcome.WIN, 3, 3)
