"""A card's boot partition: what is written onto it and taken from it again, and which folders are refused."""

import ctypes
import json
import shutil
import struct
import subprocess
import zlib
from contextlib import nullcontext
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
import small_release
from command_line import Program

from kiosk.appliance.card import boot as boot_partition
from kiosk.appliance.card.boot import ASIDE, CLOUD_FILES
from kiosk.appliance.card.cloud import SCRIPT, UNIT
from kiosk.appliance.card.first_start import FirstStart
from kiosk.appliance.card.pictures import FAULTS, STAGES, pictures
from kiosk.appliance.card.wishes import WishError, checked, login_hash, secret_in, wifi_key
from kiosk.commands import card as card_command
from kiosk.settings.config import load_settings
from kiosk.view import Rotation

IMAGE = {
    "config.txt": "arm_64bit=1\n",
    "cmdline.txt": "console=tty1 root=PARTUUID=1-02\n",
    "kernel8.img": "",
    "user-data": "#cloud-config\n#hostname: raspberrypi\n",
    "network-config": "network:\n  version: 2\n",
    "meta-data": "dsmode: local\ninstance_id: rpios-image\n",
}
"""What matters of Raspberry Pi OS Trixie's boot partition."""
drawn_once = cache(pictures)


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    (tmp_path / "bootfs").mkdir()
    for name, text in IMAGE.items():
        (tmp_path / "bootfs" / name).write_text(text)
    return tmp_path / "bootfs"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return small_release.release(tmp_path / "dice-table-0.2.0", "pip-25.0")


@pytest.fixture
def card(boot: Path, release: Path, dice_table: Program, monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setattr("kiosk.appliance.card.writing.pictures", drawn_once)

    return partial(dice_table, "service", "card", str(boot), "--release", str(release))


def held(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def read(file: Path) -> dict[str, Any]:
    """A file of cloud-init's: comments, then JSON."""
    text = file.read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text[text.index("{") :])
    return document


def test_what_is_written_starts_the_table_and_remove_takes_all_of_it_again(boot: Path, card: Program) -> None:
    before = held(boot)
    code, said, _ = card()
    assert code == 0
    assert said.splitlines()[-1].startswith("Eject the card")
    told = read(boot / "user-data")
    assert (boot / "user-data").read_text().startswith("#cloud-config\n")
    assert told["runcmd"] == [["systemctl", "daemon-reload"], ["systemctl", "enable", "--now", "--no-block", UNIT]]
    assert SCRIPT in str(told["write_files"])
    assert (told["users"], told["ssh_pwauth"]) == ([], False)
    assert read(boot / "network-config") == {
        "network": {"version": 2, "ethernets": {"eth0": {"dhcp4": True, "optional": True}}}
    }
    FirstStart(boot / "dice-table").files()
    compile((boot / "dice-table" / "first_start.py").read_text(), "first_start.py", "exec")
    drawn = {file.name for file in (boot / "dice-table" / "pictures").iterdir()}
    assert drawn == {f"{name}.{depth}" for name in (*STAGES, *FAULTS) for depth in (16, 32)}
    assert load_settings(boot / "dice-table" / "config.toml", environment={}).data == Path("/var/lib/dice-table")
    instance = read(boot / "meta-data")
    assert card("--language", "fr")[0] == 0, "said twice it is written anew"
    assert load_settings(boot / "dice-table" / "config.toml", environment={}).language == "fr"
    assert read(boot / "meta-data") != instance, "another one: cloud-init does all again"
    assert card("--remove")[0] == 0
    assert held(boot) == before
    code, _, complaint = card("--remove")
    assert (code, complaint.count("\n"), "nothing of the table's" in complaint) == (1, 1, True)


def test_pictures_are_turned_back_for_a_screen_that_was_rotated() -> None:
    packed = pictures("en", Rotation.RIGHT)["program.16"]
    assert struct.unpack_from("<HH", zlib.decompress(packed)) == (1280, 720)


@pytest.fixture
def partition(boot: Path, tmp_path: Path) -> "Partition":
    if absent := [tool for tool in ("mkfs.vfat", "mcopy", "mdeltree", "mdir") if shutil.which(tool) is None]:
        pytest.skip(f"a FAT image wants {', '.join(absent)}")
    return Partition(tmp_path / "bootfs.img", boot)


class Partition:
    """A FAT image, and a folder that stands for the place where it is mounted: what holds on FAT alone is seen."""

    def __init__(self, image: Path, folder: Path) -> None:
        self._image, self._folder = image, folder
        with image.open("wb") as opened:
            opened.truncate(64 << 20)
        subprocess.run(["mkfs.vfat", "-F", "32", "-n", "bootfs", image], check=True, capture_output=True)
        self._do("mcopy", "-s", *folder.iterdir(), "::")

    def after(self, code: int) -> dict[str, bytes]:
        """What is on the image once the command has ended with this code, read from it anew into the folder."""
        assert code == 0
        for name in self._do("mdir", "-b", "::").split():
            self._do("mdeltree", name.rstrip("/"))
        self._do("mcopy", "-s", *self._folder.iterdir(), "::")
        shutil.rmtree(self._folder)
        self._folder.mkdir()
        self._do("mcopy", "-s", "::", self._folder)
        return held(self._folder)

    def _do(self, tool: str, *words: str | Path) -> str:
        return subprocess.run([tool, "-i", self._image, *words], check=True, capture_output=True, text=True).stdout


def test_a_fat_partition_takes_all_of_it_and_is_the_same_bytes_after_remove(
    boot: Path, card: Program, partition: Partition
) -> None:
    before = held(boot)
    assert partition.after(card("--dry-run")[0]) == before
    written = partition.after(card("--language", "fr", "--timezone", "Europe/Paris")[0])
    assert {name: content for name, content in written.items() if name.endswith(ASIDE)} == {
        f"{name}{ASIDE}": before[name] for name in CLOUD_FILES
    }
    FirstStart(boot / "dice-table").files()
    assert partition.after(card("--remove")[0]) == before


def test_a_dry_run_lists_the_steps_asks_nothing_and_writes_nothing(boot: Path, card: Program) -> None:
    before = held(boot)
    code, said, _ = card("--dry-run", "--user", "owner", "--wifi", "Bar", "--country", "FR")
    assert code == 0
    assert {line.split()[0] for line in said.splitlines()} == {"would"}
    assert said.splitlines()[-1] == f"would write {boot / 'user-data'}", "what starts it all comes last"
    assert held(boot) == before


@pytest.mark.skipif(shutil.which("cloud-init") is None, reason="cloud-init is not installed")
def test_cloud_init_itself_finds_nothing_wrong(boot: Path, card: Program, tmp_path: Path) -> None:
    (tmp_path / "login").write_text("correct horse\n")
    assert card("--user", "owner", "--password-file", str(tmp_path / "login"), "--timezone", "Europe/Paris")[0] == 0
    for kind, name in (("cloud-config", "user-data"), ("network-config", "network-config")):
        words = ["cloud-init", "schema", "--schema-type", kind, "--config-file", str(boot / name)]
        done = subprocess.run(words, check=False, capture_output=True, text=True)
        assert (done.returncode, done.stdout.split()[:2]) == (0, ["Valid", "schema"]), done.stderr


def test_no_password_stands_on_the_card(boot: Path, card: Program, tmp_path: Path) -> None:
    login, wifi = tmp_path / "login", tmp_path / "wifi"
    login.write_text("correct horse\n")
    wifi.write_text("battery staple\n")
    code, said, complaint = card(
        *("--user", "owner", "--password-file", str(login)),
        *("--wifi", "Café", "--country", "FR", "--wifi-password-file", str(wifi)),
    )
    assert (code, complaint) == (0, "")
    everything = b"".join(held(boot).values()) + said.encode()
    assert b"correct horse" not in everything
    assert b"battery staple" not in everything
    [user] = read(boot / "user-data")["users"]
    assert opens("correct horse", user["hashed_passwd"])
    assert wifi_key("Café", "battery staple") in (boot / "network-config").read_text()


def test_the_owners_settings_are_taken_word_for_word(boot: Path, card: Program, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('# mine\nlanguage = "fr"\n')
    assert card("--config", str(own))[0] == 0
    assert (boot / "dice-table" / "config.toml").read_text() == own.read_text()
    own.write_text('# mine\r\nlanguage = "fr"\r\n', encoding="utf-16")
    assert card("--config", str(own))[0] == 0
    assert (boot / "dice-table" / "config.toml").read_text("utf-8") == '# mine\nlanguage = "fr"\n'
    own.write_text("langage = 1\n")
    assert card("--config", str(own))[0] == 2


@pytest.mark.parametrize(
    ("gone", "sentence"),
    [
        (["config.txt"], "is not the boot partition"),
        (["kernel8.img"], "32 bit"),
        (["user-data", "network-config", "meta-data"], "without cloud-init"),
        ([*IMAGE], "is not the boot partition"),
    ],
)
def test_wrong_folders_are_refused_and_stay_as_they_are(
    boot: Path, card: Program, gone: list[str], sentence: str
) -> None:
    for name in gone:
        (boot / name).unlink()
    before = held(boot)
    code, _, complaint = card()
    assert code == 1
    assert sentence in complaint
    assert complaint.count("\n") == 1
    assert held(boot) == before


def test_the_card_that_is_in_this_pc_is_found(
    boot: Path, release: Path, dice_table: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def call(*places: Path) -> tuple[int, str, str]:
        monkeypatch.setattr(
            boot_partition, "SHOWN", [str(place.absolute().relative_to(place.anchor)) for place in places]
        )
        return dice_table("service", "card", "--release", str(release), "--language", "fr")

    none_there = "No card is found: write it with Raspberry Pi Imager, pull it out, and put it in again.\n"
    assert call(boot.parent / "nothing", release) == (1, "", none_there)
    other = shutil.copytree(boot, boot.with_name("bootfs1"))
    code, _, complaint = call(boot, other)
    assert (code, complaint) == (1, f"More than one card is in: name the one to write, as in {boot}.\n")
    assert call(boot)[0] == 0
    assert (boot / "dice-table" / "first_start.py").is_file()
    assert not (other / "dice-table").exists()
    assert "Its place: /etc/dice-table/config.toml" in (boot / "dice-table" / "config.toml").read_text()


def test_without_a_release_one_is_made_in_a_checkout_and_nowhere_else(
    boot: Path, release: Path, dice_table: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    code, _, complaint = dice_table("service", "card", str(boot))
    assert (code, complaint.count("\n")) == (2, 1)
    assert "folder of the program" in complaint

    def made(tool: str, out: str) -> int:
        shutil.copytree(release, Path(out, release.name))
        return ["release"].index(tool)

    monkeypatch.setattr(card_command, "workshop", made)
    monkeypatch.setattr("kiosk.appliance.card.writing.pictures", drawn_once)
    assert dice_table("service", "card", str(boot))[0] == 0
    assert (boot / "dice-table" / "wheels" / "SHA256SUMS").is_file()


def test_a_password_is_typed_twice_alike(boot: Path, card: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(("battery staple", "batery staple", "battery staple", "battery staple"))
    monkeypatch.setattr("getpass.getpass", lambda *_, **__: next(typed))
    assert card("--wifi", 16 * "é", "--country", "uk")[0] == 0
    assert next(typed, None) is None, "it was asked once more where the two were not alike"
    assert read(boot / "network-config")["network"]["wifis"]["wlan0"]["regulatory-domain"] == "GB"


@pytest.mark.parametrize(
    "words",
    [
        ["--wifi", "Bar"],
        ["--wifi", "Bar", "--country", "France"],
        ["--wifi", "Bar", "--country", "XX"],
        ["--wifi", "", "--country", "FR"],
        ["--wifi", 17 * "é", "--country", "FR"],
        ["--wifi", "Bar\n", "--country", "FR"],
        ["--user", "root"],
        ["--user", "systemd-network"],
        ["--user", "Jean Paul"],
        ["--language", "de"],
        ["--timezone", "US/Eastern"],
        ["--user", "owner", "--password-file", "/dev/zero"],
        ["--password-file", "/dev/null"],
        ["--wifi-password-file", "/dev/null"],
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(boot: Path, card: Program, words: list[str]) -> None:
    before = held(boot)
    code, _, complaint = card(*words)
    assert (code, complaint.count("\n")) == (2, 1)
    assert "report" not in complaint
    assert held(boot) == before


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"battery st\xc3\xa4ple\r\n", "battery stäple"),
        ("battery stäple".encode("utf-8-sig"), "battery stäple"),
        ("battery stäple\r\n".encode("utf-16"), "battery stäple"),
        ("battery stäple".encode("utf-16-be"), "battery stäple"),
        (63 * b"a", 63 * "a"),
        (64 * b"A", 64 * "A"),
        (64 * b"g", None),
        (32 * b"a ", None),
        (7 * b"a", None),
        (65 * b"a", None),
        (b"battery st\xe4ple", None),
        (b"battery staple \n", None),
        (b"battery staple\0", None),
        (b"battery\nstaple\n", None),
        (b"battery\xc2\xa0staple", None),
        (b"", None),
        (b"\xef\xbb\xbf", None),
    ],
)
def test_a_file_of_any_editor_holds_a_passphrase_or_a_key_and_nothing_else(
    tmp_path: Path, content: bytes, key: str | None
) -> None:
    file = tmp_path / "wifi"
    file.write_bytes(content)
    with nullcontext() if key is not None else pytest.raises(WishError):
        assert checked(wifi="Café", country="FR", passphrase=secret_in(file)).passphrase == key


def test_hashes_are_those_of_the_specifications() -> None:
    hashed = login_hash("Zwölf Würfel")
    assert opens("Zwölf Würfel", hashed)
    assert not opens("Zwölf Wurfel", hashed)
    assert login_hash("Zwölf Würfel") != hashed, "salted"
    assert wifi_key("IEEE", "password") == "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"
    assert wifi_key("IEEE", 64 * "A") == 64 * "a", "a key is one already"


def opens(password: str, hashed: str) -> bool:
    """Whether the system itself lets somebody in with it."""
    try:
        system = ctypes.CDLL("libcrypt.so.1")
    except OSError:
        pytest.skip("this system has no libxcrypt")
    system.crypt.restype = ctypes.c_char_p
    again: bytes | None = system.crypt(password.encode(), hashed.encode())
    return again == hashed.encode()
