"""Checking a GM's own folder of templates before it is used."""

from pathlib import Path


def problems(folder: Path) -> list[str]:
    """Everything that is wrong with an override folder, each as one line; empty where all is well."""
    return [] if folder.is_dir() else [f"{folder}: no such folder"]
