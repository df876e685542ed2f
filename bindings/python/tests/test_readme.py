"""The programs of the README print what it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
PROGRAMS = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", README.read_text("utf-8"), re.S)


@pytest.mark.parametrize("program, output", PROGRAMS)
def test_a_program_of_the_readme(folder, program, output):
    program = program.replace('"tablebases"', repr(str(folder)))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", output)


def test_all_programs_are_found():
    assert len(PROGRAMS) == README.read_text("utf-8").count("```python") == 3
