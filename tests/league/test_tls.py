"""A table reaches the broker by TLS, with the configuration that `league broker` writes; a wrong one, never."""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trustme
from command_line import run
from keeper import Keeper
from made_journal import make_journal
from mosquitto import MOSQUITTO, Mosquitto, free_port, until

from league import broker as files
from league.connection import Broker, BrokerError
from league.uplink.cursor import read
from league.uplink.uplink import Uplink

Begin = Callable[[Broker], Uplink]


# paho leaves the socket of a handshake that failed to be closed with the object.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@dataclass
class Hosts:
    """Brokers with certificates of an authority of this test's own."""

    folder: Path
    started: list[Mosquitto]

    def __post_init__(self) -> None:
        self.authority = trustme.CA()
        self.trusted = self._written(self.authority.cert_pem, "authority.pem")
        self.other = self._written(trustme.CA().cert_pem, "other.pem")

    def start(self, host: str = "localhost", until_day: datetime | None = None) -> Mosquitto:
        """One whose certificate is `host`'s."""
        issued = self.authority.issue_cert(host, not_after=until_day)
        certificate = self._written(issued.cert_chain_pems[0], f"{host}.pem")
        key = self._written(issued.private_key_pem, f"{host}.key")
        broker = Mosquitto(self.folder / f"broker-{host}", files.Private(certificate, key, free_port()))
        broker.start()
        self.started.append(broker)
        return broker

    def _written(self, pem: trustme.Blob, name: str) -> Path:
        pem.write_to_path(str(self.folder / name))
        return self.folder / name


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[Hosts]:
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed here (Debian: apt install mosquitto)")
    hosts = Hosts(tmp_path, [])
    yield hosts
    for broker in hosts.started:
        broker.stop()
    gc.collect()  # now, while it is nobody's fault (see above)


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    make_journal(tmp_path / "journal", 4, kinds=("cochon", "mexico"), templates=1)
    begun = []

    def one(broker: Broker) -> Uplink:
        begun.append(Uplink(tmp_path / "journal", tmp_path / "cursor", "zinc", "Le Zinc", broker))
        begun[-1].start()
        return begun[-1]

    yield one
    while begun:
        begun.pop().stop()


def by_tls(broker: Mosquitto, authority: Path) -> Broker:
    assert broker.private is not None
    return Broker.of(f"mqtts://localhost:{broker.private.port}", authority, broker.admit("zinc").credentials)


def test_a_journal_goes_through_tls_to_whom_its_authority_vouches_for(
    hosts: Hosts, begin: Begin, tmp_path: Path
) -> None:
    broker = hosts.start()
    keeper, uplink = Keeper(broker), begin(by_tls(broker, hosts.trusted))

    def arrived() -> bool:
        uplink.step(time.monotonic())
        return read(tmp_path / "cursor").line > 0 and not uplink.waiting

    until(arrived)
    keeper.stop()
    assert keeper.numbers()[-1] == read(tmp_path / "cursor").line


@pytest.mark.parametrize(
    "wrong",
    [
        ("localhost", None, "unable to get local issuer certificate"),
        ("elsewhere.example", None, "Hostname mismatch, certificate is not valid for 'localhost'"),
        ("localhost", datetime(2026, 1, 1, tzinfo=UTC), "certificate has expired"),
    ],
    ids=["unknown authority", "another host", "expired"],
)
def test_a_wrong_certificate_is_refused_in_one_sentence_and_hears_nothing(
    hosts: Hosts, begin: Begin, caplog: pytest.LogCaptureFixture, wrong: tuple[str, datetime | None, str]
) -> None:
    host, until_day, why = wrong
    stranger = host == "localhost" and until_day is None
    broker = hosts.start(host, until_day)
    address = by_tls(broker, hosts.other if stranger else hosts.trusted)
    keeper = Keeper(broker)
    caplog.set_level(logging.INFO)
    uplink = begin(address)
    sentence = f"localhost:{address.port} shows a certificate that is not to be trusted ({why}): nothing is sent to it."
    until(lambda: caplog.messages)
    tries = time.monotonic() + 2.5  # it tries again meanwhile
    while time.monotonic() < tries:
        assert uplink.step(time.monotonic()) == 0
        time.sleep(0.1)
    assert caplog.messages == [f"The broker {sentence}"]
    keeper.stop()
    assert (keeper.lines, keeper.said) == ([], [])


def test_the_command_writes_the_configuration_with_a_certificate_and_never_over_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, key, folder = tmp_path / "fullchain.pem", tmp_path / "privkey.pem", tmp_path / "broker"
    words = ("league", "broker", "--folder", str(folder), "--certificate", str(certificate))
    assert run(capsys, monkeypatch, *words)[::2] == (
        2,
        "A certificate has a key: name both, --certificate and --key.\n",
    )
    assert run(capsys, monkeypatch, *words, "--key", str(key))[0] == 0
    written = (folder / files.CONFIGURATION).read_text()
    assert written == files.configuration(folder, private=files.Private(certificate, key))
    assert "listener 1883 127.0.0.1\nlistener 8883\n" in written
    code, _, said = run(capsys, monkeypatch, *words, "--key", str(key))
    assert (code, "is there already" in said) == (1, True)


def test_a_port_without_tls_is_refused_in_one_sentence(
    hosts: Hosts, begin: Begin, caplog: pytest.LogCaptureFixture
) -> None:
    broker = hosts.start()
    begin(replace(by_tls(broker, hosts.trusted), port=broker.port))
    until(lambda: caplog.messages)
    assert f"The broker localhost:{broker.port} cannot be reached by TLS (" in caplog.messages[0]


def test_a_file_that_is_no_certificate_is_named(tmp_path: Path) -> None:
    broker = Broker.of("mqtts://localhost", tmp_path / "authority.pem")
    (tmp_path / "authority.pem").write_text("no certificate")
    for one in (broker, replace(broker, authority=tmp_path / "missing")):
        with pytest.raises(BrokerError, match="is no certificate that can be used"):
            one.client("zinc")
