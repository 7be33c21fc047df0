"""Bring the translations up to date: `python -m resources.translations.update`.

Collects every text of engine and gui into the .ts files (Qt Linguist edits those), then compiles them into .qm files.
"""

import subprocess
import sys
from pathlib import Path

import PySide6

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "resources" / "translations"
QT = Path(PySide6.__file__).parent
LANGUAGES = ("pt_BR",)


def collect(ts_file: Path) -> None:
    """Update `ts_file` with the texts that the sources hold now; texts that are gone are dropped."""
    sources = sorted(str(p.relative_to(ROOT)) for folder in ("engine", "gui") for p in (ROOT / folder).rglob("*.py"))
    options = ["-silent", "-no-obsolete", "-locations", "none", "-source-language", "en"]
    language = ts_file.stem.removeprefix("attention_explorer_")
    _run("lupdate", *options, "-target-language", language, *sources, "-ts", str(ts_file))


def release(ts_file: Path, qm_file: Path) -> None:
    """Compile `ts_file` into `qm_file`."""
    _run("lrelease", "-silent", str(ts_file), "-qm", str(qm_file))


def _run(tool: str, *arguments: str) -> None:
    folder = QT if sys.platform.startswith("win") or (QT / tool).exists() else QT / "Qt" / "libexec"
    subprocess.run([str(folder / tool), *arguments], check=True, cwd=ROOT)


def main() -> None:
    """Update every language."""
    for language in LANGUAGES:
        ts_file = FOLDER / f"attention_explorer_{language}.ts"
        collect(ts_file)
        release(ts_file, ts_file.with_suffix(".qm"))


if __name__ == "__main__":
    main()
