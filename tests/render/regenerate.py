"""Rewrite the goldens of all pages: python -m tests.render.regenerate. Read the diff afterwards."""

import shutil

from tests.render.samples import GOLDEN, LOCALES, goldens


def main() -> None:
    """Write every golden anew, and leave none of a kind that is gone."""
    for locale in LOCALES:
        shutil.rmtree(GOLDEN / locale, ignore_errors=True)
        for path, text in goldens(locale).items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
