"""Past matches, told from the journal: all in a line each, or one with everything that was done in it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from kiosk.games.core import Carry, Choose, IllegalActionError, Keep, Lead, Leave, Return, Roll, Stop, Turned
from kiosk.games.options import OptionError
from kiosk.history.steps import Step, replayed
from kiosk.locale import SOURCE_LANGUAGE, translate
from kiosk.match.digest import Digest, digest
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import DamagedMatchError, Entry, EntryKind, Record, end_of, walk


class HistoryError(Exception):
    """There is no such match, or it cannot be told; the message is one English sentence."""


@dataclass(frozen=True, slots=True)
class Past:
    """A match of the journal, how it ended, and what it comes to among others."""

    match: Record
    end: Mapping[str, Any] | None
    digest: Digest


def endings(path: Path) -> list[tuple[int, Record | None, Mapping[str, Any] | None]]:
    """The number of every match in the journal at `path`, oldest first, how it was set up, and how it ended.

    A match that is damaged is None; there is none at all if there is no such file.
    """
    if not path.exists():
        return []
    with closing(JournalReader(path)) as reader:
        return [row[:3] for row in reader.endings()]


def pasts(path: Path, told: Callable[[int, int], object] = lambda _done, _all: None) -> list[Past]:
    """Every match in the journal at `path` that is whole, oldest first; none if there is no such file.

    Matches without a digest (under way, or of an older file) get theirs now, which takes a while: `told` hears of the
    progress, as matches done and all matches.
    """
    if not path.exists():
        return []
    found = []
    with closing(JournalReader(path)) as reader:
        rows = reader.endings()
        for done, (_, match, end, made) in enumerate(rows, 1):
            if match is not None:
                with suppress(DamagedMatchError):
                    found.append(Past(match, end, made or digest(match, reader.entries(match))))
            told(done, len(rows))
    return found


def one_match(path: Path, number: int) -> tuple[Record, list[Entry]]:
    """The match with this number."""
    if path.exists():
        try:
            with closing(JournalReader(path)) as reader:
                match = reader.match(number)
                if match is not None:
                    return match, reader.entries(match)
        except DamagedMatchError as error:
            raise HistoryError(f"Match {number} is damaged in the journal: it cannot be told.") from error
    raise HistoryError(f"There is no match {number}: dice-table history lists them.")


def steps(match: Record, entries: Sequence[Entry]) -> Iterator[Step]:
    """`replayed`, where rules that have changed since are an error in a sentence.

    Raises:
        HistoryError: the match was played by rules that this version does not have.
    """
    try:
        yield from replayed(match, entries)
    except (OptionError, IllegalActionError, LookupError) as error:
        raise HistoryError(
            f"Match {match.number} was played by rules that this version does not have: history --json shows its lines."
        ) from error


WHAT: Mapping[type, str] = {
    Roll: "throw",
    Keep: "keep",
    Stop: "stop",
    Lead: "lead",
    Leave: "leave",
    Return: "return",
    Carry: "join",
    Choose: "choose",
    Turned: "turn",
}
"""The names of actions in `--json`; corrections, undos and the end have the names of their entries."""

# --- as data ---------------------------------------------------------------------------------------------------------


def summary(past: Past) -> dict[str, Any]:
    """A match in one JSON object, and how often the reader was corrected."""
    match = past.match
    return {
        "match": match.number,
        "started": match.started,
        "game": match.game,
        "preset": match.preset,
        "options": dict(match.options),
        "players": list(match.players),
        "state": state(past.end),
        "standing": standing(match, past.end),
        "corrections": past.digest.corrections,
        "read": past.digest.read,
    }


def state(end: Mapping[str, Any] | None) -> str:
    """How it stands with a match that ended so."""
    return "under way" if end is None else "played" if end.get("standing") else "given up"


def standing(match: Record, end: Mapping[str, Any] | None) -> list[list[str]] | None:
    """Who came first, second, …, in a match played to its end."""
    places = end.get("standing") if end else None
    return [[match.players[seat] for seat in place] for place in places] if places else None


def document(match: Record, entries: Sequence[Entry]) -> dict[str, Any]:
    """A match with all that was done in it: `steps` by the rules (None if they have changed), and the bare `lines`."""
    try:
        told: list[dict[str, Any]] | None = [_step(match, step) for step in steps(match, entries)]
    except HistoryError:
        told = None
    written = [{"kind": entry.kind.value, "time": entry.time, "at": entry.at, **entry.body} for entry in entries]
    past = Past(match, end_of(entries), digest(match, entries))
    return {**summary(past), "steps": told, "lines": written}


def _step(record: Record, step: Step) -> dict[str, Any]:
    told, more = step.told, dict[str, Any]()
    match step.what:
        case Roll():
            more = {"read": list(told.misread or step.dice), "by_hand": told.by_hand}
        case EntryKind.CORRECT:
            more = {"counted": list(told.misread), "amended": told.amended}
        case Choose(option):
            more = {"chosen": option}
        case EntryKind.UNDO:
            more = {"back": len(told.removed)}
    return {
        "what": WHAT.get(type(step.what), str(step.what)),
        "at": told.entry.at,
        "seconds": round(told.elapsed_s, 3),
        "seat": step.seat,
        "player": None if step.seat is None else record.players[step.seat],
        "dice": list(step.dice),
        **more,
        "said": [translate(text, SOURCE_LANGUAGE, record.players) for text in step.remarks],
    }


# --- as text ---------------------------------------------------------------------------------------------------------


def transcript(match: Record, entries: Sequence[Entry]) -> Iterator[str]:
    """A match as text, a line for each throw, choice, correction and undo, with the time of day and since its start."""
    preset = f" · {match.preset}" if match.preset else ""
    yield f"Match {match.number}: {match.game}{preset}, begun {match.started.replace('T', ' ').rstrip('Z')} UTC"
    yield "Players: " + ", ".join(
        f"{name} (the house)" if seat in match.house else name for seat, name in enumerate(match.players)
    )
    for name, value in match.options.items():
        yield f"House rule: {name} = {str(value).lower()}"
    yield ""
    for step in steps(match, entries):
        minutes, seconds = divmod(int(step.told.elapsed_s), 60)
        day = (step.told.entry.at or "")[11:19]
        remarks = "; ".join(translate(text, SOURCE_LANGUAGE, match.players) for text in step.remarks)
        yield f"{day:8}  {minutes:4}:{seconds:02}  {_sentence(match, step)}" + (f"  ({remarks})" if remarks else "")
    if end_of(entries) is None:
        yield "The match is still under way."


def _sentence(match: Record, step: Step) -> str:
    who = "Somebody" if step.seat is None else match.players[step.seat]
    told, dice, read = step.told, word(step.dice), word(step.told.misread)
    match step.what:
        case Roll():
            how = " (entered by hand)" if told.by_hand else f" (the camera read {read}, people put it right)"
            return f"{who} throws {dice}" + (how if told.by_hand or read else "")
        case Keep():
            return f"{who} keeps {dice}" if dice else f"{who} throws all again"
        case Stop():
            return f"{who} stops with {dice}"
        case Turned():
            return f"{who} turns sixes to ones: {dice}"
        case Choose(option):
            return f"{who} takes {option} with {dice}"
        case Lead():
            return f"{who} leads"
        case Leave():
            return f"{who} leaves, the house plays on"
        case Return():
            return f"{who} is back"
        case Carry():
            return f"{who} joins, and everybody goes on with what they had in the match before"
        case EntryKind.CORRECT:
            why = "a die tipped over after the count" if told.amended else "said by the players"
            return f"Correction: {who} threw {dice}, not {read} ({why})"
        case EntryKind.UNDO:
            back = len(told.removed)
            return f"Undo: the last {'action is' if back == 1 else f'{back} actions are'} taken back"
        case _:
            places = [" and ".join(names) for names in standing(match, told.entry.body) or ()]
            ranked = "  ".join(f"{place}. {names}" for place, names in enumerate(places, 1))
            return f"The end: {ranked or 'given up'}"


def word(dice: Sequence[int]) -> str:
    """Dice as they are told."""
    return " ".join(map(str, dice))


Row = Mapping[str, Any]
MATCHES = ("match", "started", "game", "preset", "house_rules", "state", "players", "standing", "corrections")
THROWS = ("match", "game", "what", "at", "seconds", "seat", "player", "dice", "read", "by_hand")
THROWN = {EntryKind.ACTION: "throw", EntryKind.CORRECT: "correct"}


def match_rows(match: Record, entries: Sequence[Entry]) -> Iterator[Row]:
    """A match in one row; lists in a cell are parted by spaces, equal places by "=", players by "; "."""
    end = end_of(entries)
    yield {
        "match": match.number,
        "started": match.started,
        "game": match.game,
        "preset": match.preset or "",
        "house_rules": " ".join(f"{name}={str(value).lower()}" for name, value in match.options.items()),
        "state": state(end),
        "players": "; ".join(match.players),
        "standing": "; ".join(" = ".join(names) for names in standing(match, end) or ()),
        "corrections": sum(step.said_by_people for step in walk(entries)),
    }


def throw_rows(match: Record, entries: Sequence[Entry]) -> Iterator[Row]:
    """A row for each throw, and one for each correction of a throw after it was counted.

    `dice` is what counted; `read` is what the camera read, or what counted before a correction, if that differs. In a
    match by rules that this version does not have, the seats are unknown and stay empty.
    """
    # Only a replay by the rules tells whose throw it was.
    seats: list[int | None] = []
    with suppress(HistoryError):
        seats = [step.seat for step in steps(match, entries) if step.told.rolled]
    thrown = [(step, rolled.values) for step in walk(entries) if (rolled := step.rolled) is not None]
    for (step, dice), seat in zip_longest(thrown, seats):
        yield {
            "match": match.number,
            "game": match.game,
            "what": THROWN[step.entry.kind],
            "at": step.entry.at or "",
            "seconds": round(step.elapsed_s, 1),
            "seat": "" if seat is None else seat + 1,
            "player": "" if seat is None else match.players[seat],
            "dice": word(dice),
            "read": word(step.misread),
            "by_hand": "yes" if step.by_hand else "",
        }
