"""What the tests need besides Python: Node, a browser, and packages of pinned versions beside their package.json."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest


def found(*names: str) -> str:
    """The first of these programs. Without any, the test fails with a sentence."""
    for name in names:
        if path := shutil.which(name):
            return path
    pytest.fail(f"This test needs {' or '.join(names)} on PATH. Install it, or leave out -m visual.")


def installed(folder: Path, package: str) -> Path:
    """Where the package lies, in the version that package.json names; it is installed when it is not there."""
    wanted = json.loads((folder / "package.json").read_text())["devDependencies"][package]
    home = folder / "node_modules" / package
    if not (home / "package.json").exists() or json.loads((home / "package.json").read_text())["version"] != wanted:
        _install(folder, package)
    return home


def _install(folder: Path, package: str) -> None:
    command = [found("npm"), "install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    if run.returncode:
        pytest.fail(f"npm could not install {package}: {run.stderr[-2000:]}")
