"""The programs of the README and of the guide for engines print what is said there."""

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


def test_the_program_of_the_guide_for_engines(folder):
    guide = (README.parents[2] / "docs" / "ENGINES.md").read_text("utf-8")
    example = README.parent / "examples" / "engine.py"
    shown = "```python\n" + example.read_text("utf-8") + "```\n\n```console\n$ python engine.py tables\n"
    done = subprocess.run([sys.executable, example, folder], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert shown + done.stdout + "```\n" in guide
