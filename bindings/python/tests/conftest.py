"""What the tests share: tables of 2-4 pieces and the command line, made by the Rust test that runs them.

By hand: MANOURY_TEST_TABLES=<folder with all tables of 2-4 pieces> MANOURY_TEST_BINARY=<path of manoury> pytest
"""

import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import manoury
import pytest


def from_environment(name):
    value = os.environ.get(name)
    if not value:
        pytest.fail(f"set {name}; see tests/conftest.py")
    return Path(value)


@pytest.fixture(scope="session")
def folder():
    """A folder with all international tables of 2-4 pieces. Nobody writes into it."""
    return from_environment("MANOURY_TEST_TABLES")


@pytest.fixture(scope="session")
def tablebase(folder):
    return manoury.Tablebase(folder)


@pytest.fixture
def copied(folder, tmp_path):
    """A folder with the tables of two pieces alone, to do damage to."""
    files = tmp_path / "international"
    files.mkdir()
    for material in ("KvK", "KvM", "MvM"):
        for file in (folder / "international").glob(f"{material}.*"):
            shutil.copy(file, files)
    return tmp_path


@pytest.fixture(scope="session")
def binary():
    """The command line."""
    return from_environment("MANOURY_TEST_BINARY")


@pytest.fixture(scope="session")
def command(binary, folder):
    """Runs the command line over the tables; returns what it prints."""

    def run(*arguments):
        arguments = [str(argument) for argument in arguments]
        done = subprocess.run(
            [binary, *arguments, "--tables", folder], capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def command_json(command):
    """Runs `manoury probe --json`; returns an answer for each FEN."""

    def run(*arguments):
        return [json.loads(line) for line in command("probe", "--json", *arguments).splitlines()]

    return run


def random_position(numbers, pieces):
    """A position of so many pieces, both sides alive."""
    while True:
        squares = numbers.sample(range(50), pieces)
        sets = [0, 0, 0, 0]
        for square in squares:
            sets[numbers.randrange(4)] |= 1 << square
        if not (sets[0] | sets[1] and sets[2] | sets[3]):
            continue
        try:
            return manoury.Position.from_bitboards(*sets, numbers.choice("WB"))
        except manoury.PositionError:
            continue


@pytest.fixture(scope="session")
def positions():
    """Positions of 2-4 pieces, the same in every run."""
    numbers = random.Random(1770)
    return [random_position(numbers, numbers.choice((2, 3, 4, 4, 4))) for _ in range(3000)]
