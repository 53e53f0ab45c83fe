"""A file for `pbp game import` that nobody can read as a list: one line says what to do."""

import pytest
from click.testing import CliRunner

from pbp.cli import main
from pbp.commands.importing import LINES_MAX


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("wang@x.test, 王五\n".encode("gb18030"), "save it once more as UTF-8"),
        ("wang@x.test, 王五\n".encode("utf-16"), "save it once more as UTF-8"),
        (b"\n" * (LINES_MAX + 1), f"found {LINES_MAX + 1} lines; allowed: {LINES_MAX}"),
    ],
)
def test_it_is_refused_in_one_line(tmp_path, data, told):
    config, file = tmp_path / "config.yaml", tmp_path / "list.txt"
    config.write_text(f"server: {{data: {tmp_path}}}\n", encoding="utf-8")
    file.write_bytes(data)
    done = CliRunner().invoke(main, ["game", "import", "g1", str(file), "--config", str(config)])
    assert done.exit_code == 2
    assert told in done.output
    assert len(done.output.strip().splitlines()) == 1
