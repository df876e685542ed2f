"""The types that type checkers are told are those of the module."""

import subprocess
import sys
from pathlib import Path

import manoury
import pytest

pytest.importorskip("mypy", reason="mypy is not installed")

PROGRAM = """
import manoury
import numpy as np

tablebase = manoury.Tablebase(["tablebases"], cache_bytes=1 << 20)
with tablebase as opened:
    probe = opened.probe("W:WK10:BK5", clock5=3)
    plies: int | None = probe.dtc
    outcome: manoury.Outcome = opened.moves(manoury.Position("W:WK10:BK5"))[0].outcome
    counts: np.ndarray[tuple[int, ...], np.dtype[np.int8]] = opened.probe_many(["W:WK10:BK5"])
    wrong: str = probe.dtw
    opened.probe("W:WK10:BK5", reading="house")
"""


def mypy(*arguments):
    return subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True)


def test_stubs_tell_what_is_there():
    done = mypy("mypy.stubtest", "manoury", "--concise")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_program_is_checked(tmp_path):
    assert (Path(manoury.__file__).parent / "py.typed").exists()
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    done = mypy("mypy", "--strict", "--no-error-summary", str(file))
    errors = [line.split(": error: ")[1] for line in done.stdout.splitlines()]
    assert len(errors) == 2 and 'variable has type "str"' in errors[0], done.stdout
    assert 'Argument "reading"' in errors[1]
