"""What the kernel tells of a machine, from files like those of a real one; and that nothing missing is an error."""

from pathlib import Path

import pytest

from hardware import health


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """Files as a Raspberry Pi 5 has them."""
    files = {
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nNAME="Debian GNU/Linux"\n',
        "proc/meminfo": "MemTotal:        4145152 kB\nMemFree: 1 kB\nMemAvailable:    3072000 kB\n",
        "sys/class/thermal/thermal_zone0/type": "cpu-thermal\n",
        "sys/class/thermal/thermal_zone0/temp": "48750\n",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "50005\n",
        "proc/mounts": "/dev/root / ext4 rw,noatime 0 0\n/dev/mmcblk0p3 /data\\040here ext4 ro 0 0\n",
        "sys/fs/ext4/mmcblk0p2/errors_count": "3\n",
        "sys/block/mmcblk0/device/life_time": "0x02 0x04\n",
        "sys/class/drm/card1-HDMI-A-1/status": "connected\n",
        "sys/class/drm/card1-HDMI-A-1/modes": "1920x1080\n1280x720\n",
        "sys/class/drm/card1-HDMI-A-2/status": "disconnected\n",
        "sys/class/drm/card1/device/uevent": "DRIVER=vc4-drm\n",
        "proc/asound/cards": " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n",
        "run/systemd/timesync/synchronized": "",
        "dev/rtc0": "",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    return tmp_path


def test_a_raspberry_pi_is_known(pi: Path) -> None:
    assert health.model(pi) == "Raspberry Pi 5 Model B Rev 1.0"
    assert health.system(pi) == "Debian GNU/Linux 13 (trixie)"
    assert health.memory(pi) == (4145152 * 1024, 3072000 * 1024)
    assert health.temperature(pi) == 48.75
    assert health.power(pi) == health.Power(True, True, True, True)
    assert health.displays(pi) == [health.DisplaySocket("HDMI-A-1", "1920x1080", "vc4-drm")]
    assert health.sound_cards(pi) == ["vc4-hdmi-0"]
    assert health.clock_is_set(pi) is True
    assert health.has_clock(pi)


def test_a_worn_disk_is_seen(pi: Path) -> None:
    assert health.disk_errors(pi) == 3
    assert health.card_worn(pi) == 40


def test_a_disk_is_that_of_the_nearest_folder_that_exists(pi: Path, tmp_path: Path) -> None:
    found = health.disk(tmp_path / "not" / "yet", pi)
    assert found is not None
    assert 0 < found.free <= found.total
    assert not found.read_only
    (pi / "proc/mounts").write_text(f"/dev/root / ext4 rw 0 0\n/dev/sda {tmp_path} ext4 ro,noatime 0 0\n")
    again = health.disk(tmp_path / "not" / "yet", pi)
    assert again is not None
    assert (again.read_only, again.in_memory) == (True, False)
    (pi / "proc/mounts").write_text(f"/dev/root / ext4 rw 0 0\ntmpfs {tmp_path} tmpfs rw,nosuid 0 0\n")
    memory = health.disk(tmp_path / "not" / "yet", pi)
    assert memory is not None
    assert (memory.read_only, memory.in_memory) == (False, True)


@pytest.mark.parametrize(("bits", "now", "before"), [("0", False, False), ("50000", False, True), ("5", True, False)])
def test_the_supply_is_told_for_now_and_for_before(pi: Path, bits: str, now: bool, before: bool) -> None:
    (pi / "sys/devices/platform/soc/soc:firmware/get_throttled").write_text(bits)
    found = health.power(pi)
    assert found is not None
    assert (found.undervoltage, found.undervoltage_before) == (now, before)
