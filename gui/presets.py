"""The worked examples that the app ships, as files that the command line reads too."""

from pathlib import Path

PRESETS = Path(__file__).resolve().parent.parent / "resources" / "presets"
FIRST_PRESET = PRESETS / "four_tokens.json"
