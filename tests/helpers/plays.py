"""Plays: what happens at a table and what must come of it, in lines that can be read.

A play is a heading, and lines with what is done, and behind an arrow what must be so then:

    A marked die that was lifted is asked back
        421: all 4 6 1, keep 1
        lift 1 2 3 -> LIFTED
        throw 2 2 at 800 -> Keep 1, Roll 2 2

The first line begins with the table (`TABLES`), the rest of it is done there. A line with an arrow names every action
that has come of it: none where it names none. What can be done and be told stands in `Play`.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import pytest
from _pytest.mark import ParameterSet
from made_up import PICTURE, RED, MadeUpTable, die
from sitting import Sitting, playing

from hardware.panel import KEEPS, Button
from kiosk.games.core import Action, Carry, Choose, Keep, Over, Roll, Throw, Turned
from kiosk.games.text import Text
from kiosk.locale import translate
from kiosk.match.online import Online
from kiosk.referee.keeping import Keeping
from kiosk.session.guide.guide import Bookmark
from kiosk.session.start import Start
from kiosk.view import AttractView, DieView, EndView, Picked, PlayView, Typed
from vision.types import Doubt, DoubtKind, Expectation, Scene, SceneState, TrackedDie
from vision.watching.calibration import Calibration

COLOURS = {"red": RED, "blue": (190, 70, 30), "purple": (110, 50, 115)}
KNOWN = Calibration((1280, 720), ((100.0, 100.0), (900.0, 100.0), (500.0, 600.0)), (20.0, 40.0), (((1, 2, 3),),))


class Seat(Protocol):
    """Makes a table."""

    def __call__(self, *, kind: type[Sitting]) -> Sitting:
        """Somebody of this kind sits there."""


def by_hand(name: str, options: Mapping[str, str | int], preset: str | None = None) -> Seat:
    return partial(playing, name, preset, options, first=0, keeping=Keeping.HANDS)


def sat(start: Start | None = None, *, kind: type[Sitting], **given: Any) -> Sitting:
    """Nobody plays yet."""
    return kind(start, **given)


LONG_CHARGE = {"charge_rolls": 3}
FREE: dict[str, str | int] = {
    "full_hand": "may",
    "end": "final_lap",
    "figures": "farkle",
    "equal": "flat",
    "opening": 0,
}
THREE = ("Marie", "Jean", "Lucie")
TABLES: dict[str, Seat] = {
    "new 421": partial(playing, "le_421", "classique", LONG_CHARGE),
    "421": partial(playing, "le_421", "classique", LONG_CHARGE, first=0),
    "421 by hand": by_hand("le_421", LONG_CHARGE, "classique"),
    "420 remembered": partial(playing, "four_twenty", None, {"dice_set": "shared", "first": "seat"}, first=0),
    "420": partial(playing, "four_twenty", None, {"dice_set": "own", "first": "seat"}, first=0),
    "420 by hand": by_hand("four_twenty", {"dice_set": "own", "first": "seat"}),
    "420 passed": partial(playing, "four_twenty", None, {"first": "seat"}, first=0),
    "420 of three": partial(
        playing, "four_twenty", None, {"equal_turns": "on", "continue_hands": "on"}, first=0, players=THREE
    ),
    "420 to draw for": partial(playing, "four_twenty", players=THREE),
    "crew": partial(playing, "ship_captain_crew", first=0),
    "chicago": partial(playing, "chicago", None, {"cap": "leader"}, first=0),
    "chicago by hand": by_hand("chicago", {"cap": "leader"}),
    "chicago without end": partial(playing, "chicago", None, {"cap": "none"}, first=0),
    "farkle": partial(playing, "dix_mille", "farkle", first=0),
    "francaise": partial(playing, "dix_mille", "francaise", {"opening": 0, "target": 1000}, first=0),
    "dix mille": partial(playing, "dix_mille", None, FREE, first=0),
    "dix mille by hand": by_hand("dix_mille", FREE),
    "must go on": partial(playing, "dix_mille", None, FREE | {"full_hand": "must"}, first=0),
    "to open": partial(playing, "dix_mille", None, FREE | {"opening": 500}, first=0),
    "cochon": partial(playing, "cochon", first=0),
    "threes away": partial(playing, "threes_away_low", first=0),
    "yams": partial(playing, "yams", first=0),
    "bar": sat,
    "guarded": partial(sat, Start(pin="2415", settings="/etc/dice-table/config.toml")),
    "tried": partial(sat, Start(tries=True)),
    "bar by hand": partial(sat, Start(keeping=Keeping.HANDS)),
    "favoured": partial(sat, Start(favourite="zanzibar", presets={"le_421": "belge"})),
    "league": partial(sat, Start(online=Online("https://league.example/", "zinc"))),
    "hung anyhow": partial(sat, Start(hang=lambda _: None)),
    "known tray": partial(sat, calibration=KNOWN),
    "first start": lambda *, kind: kind(Start(guide=Bookmark(0))),  # a bookmark is written on
}
ACTION = re.compile(r"(Keep|Roll|Stop|Turned|Choose|Leave|Return|Carry|Lead)\b")


def read(file: Path) -> dict[str, list[str]]:
    plays: dict[str, list[str]] = {}
    heading = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            plays[heading].append(line.strip())
        elif line and not line.startswith("#"):
            heading = line
            assert heading not in plays
            plays[heading] = []
    return plays


def parts(line: str) -> list[str]:
    """What commas part, but for those in quotation marks."""
    return [part.strip() for part in re.findall(r'(?:[^,"]|"[^"]*")+', line)]


class Play:
    """Does what a line says, and tells what is so; names of deeds and of what is told are those of its methods."""

    def __init__(self, name: str, kind: type[Sitting] = Sitting) -> None:
        self.sitting = TABLES[name](kind=kind)

    @property
    def table(self) -> MadeUpTable:
        return self.sitting.table

    @property
    def actions(self) -> list[Action]:
        match = self.sitting.session.match
        return [] if match is None else list(match.actions)

    def line(self, line: str) -> None:
        deeds, arrow, told = line.partition(" -> ")
        before = self.actions
        for deed in parts(deeds):
            self.do(deed)
        if not arrow:
            return
        now = self.actions
        shared = min(len(before), len(now))
        known = next((n for n in range(shared) if before[n] != now[n]), shared)
        made = [said(action) for action in now[known:]]
        assert made == [part for part in parts(told) if ACTION.match(part)], f"{line}: {made}"
        for part in parts(told):
            if not ACTION.match(part):
                self.check(part, line)

    # --- what can be done ---

    def do(self, deed: str) -> None:
        what, *words = deed.split()
        numbers = [int(word) for word in words if word.isdigit()]
        match what:
            case "throw" | "all":
                if what == "all":
                    self.table.lift(*range(1, len(self.table.dice) + 1))
                self.throw(words)
            case "lift" | "keep" | "slide" | "lie":
                getattr(self.table, what)(*numbers)
            case "turn":  # a die to a value, while others are thrown
                self.table.turn(*numbers[:2], throw=numbers[2:], at=600)
            case "tip":
                self.table.tip(*numbers, doubted="doubted" in words)
            case "rest" if words:
                self.table.rest(*self.doubts(words))
            case "rest" | "stir" | "empty" | "end":
                getattr(self.table, what)()
            case "hand":
                self.table.tell(SceneState.HAND)
            case "look":  # the next picture, after these seconds
                self.table.tell(SceneState.SETTLED, after=float(words[0]))
            case "gap":  # as it lies now, but not seen for two seconds
                self.do("still")
                self.do("look 2")
            case "still":  # none of them was thrown
                self.table.dice = [replace(one, thrown=False) for one in self.table.dice]
            case "drop" | "place":  # before the next picture
                self.swap(what, words)
            case "becomes":  # another die was followed as this one
                number, value, x = numbers
                taken = die(value, x, colour=self.table.colour)
                self.table.dice[number - 1] = TrackedDie(self.table.dice[number - 1].track, thrown=False, die=taken)
            case "changed":  # to these values, while nobody looked
                old = self.table.dice
                dice = [replace(one.die, value=value) for one, value in zip(old, numbers, strict=True)]
                self.table.dice = [replace(one, thrown=True, die=new) for one, new in zip(old, dice, strict=True)]
                self.table.tell(SceneState.SETTLED, after=5.0)
            case "wait":
                self.table.time += float(words[0])
                self.sitting.session.tick(self.table.time)
            case "looking":  # the camera looks closely at what moves
                self.table.time += float(words[0])
                self.sitting.session.scene(Scene(self.table.time, SceneState.MOVING, (), (), PICTURE, reading=True))
            case "colour":
                self.table.colour = COLOURS[words[0]]
            case "press" | "hold":
                self.table.press(*map(button, words), long=what == "hold")
            case "tap":
                self.sitting.session.point(Picked(self.sitting.match.title, " ".join(words)))
            case "choose":
                self.sitting.choose(" ".join(words))
            case "leaves":
                self.sitting.leaves(numbers[0] - 1)
            case "blind" | "sees":
                self.sitting.blind(blind=what == "blind")
            case "cut":
                self.sitting.cut_off()
            case _:
                self.menus(what, words)

    def menus(self, what: str, words: list[str]) -> None:
        """What is done away from the dice."""
        match what:
            case "begin":  # a match by these options, for these players, led by the first
                seats = words.index("for")
                options = dict(word.split("=") for word in words[1:seats] if "=" in word)
                preset = next((word for word in words[1:seats] if "=" not in word), None)
                numbers = {name: int(value) if value.isdigit() else value for name, value in options.items()}
                players = ["" if name == "House" else name for name in words[seats + 1 :]]
                house = [seat for seat, name in enumerate(players) if not name]
                self.sitting.session.begin(words[0], preset, numbers, players, 0, house=house)
            case "take":  # down the list to a line, and END
                self.walk(" ".join(words).strip('"'))
                self.table.end()
            case "walk":
                self.walk(" ".join(words).strip('"'))
            case "type":
                self.sitting.session.point(Typed(" ".join(words)))
            case "digits":
                for digit in words[0]:
                    self.table.press(KEEPS[int(digit) - 1])
            case "teach":
                self.sitting.teach_tray()
            case "read":  # until the result leads on
                self.do("wait 3")
            case "won":  # Marie throws 421 whenever it is her turn, Jean the worst, and Lucie a little more
                while isinstance(wait := self.sitting.match.wait, Throw):
                    self.table.throw_all(*((4, 2, 1), (6, 5, 3), (6, 5, 4))[wait.seat])
                    if not isinstance(self.sitting.match.wait, Throw | Over):
                        self.table.end()
            case _:
                raise AssertionError(what)

    def walk(self, label: str) -> None:
        assert label in self.labels, self.labels
        while self.labels[self.sitting.page.chosen] != label:
            self.table.press(Button.KEEP_2)

    @property
    def labels(self) -> list[str]:
        return [self.says(item.label) for item in self.sitting.page.items]

    def throw(self, words: list[str]) -> None:
        """Dice, `at` a place; one of them is `doubted`, or something `beside` them; or they hit one that lies there."""
        end = next((n for n, word in enumerate(words) if not word.isdigit()), len(words))
        values, rest = [int(word) for word in words[:end]], words[end:]
        at = float(rest[rest.index("at") + 1]) if "at" in rest else 200.0
        hits = None
        if "hits" in rest:
            hit, value = rest[rest.index("hits") + 1 :][:2]
            hits = int(hit), int(value)
        doubted = None
        if "doubted" in rest:
            number, kind = rest[rest.index("doubted") + 1 :][:2]
            doubted = int(number), DoubtKind(kind)
        self.table.throw(*values, at=at, hits=hits, doubted=doubted, doubts=self.doubts(rest))

    def swap(self, what: str, words: list[str]) -> None:
        if what == "drop":
            self.table.dice = [
                one for n, one in enumerate(self.table.dice, 1) if words != ["all"] and str(n) not in words
            ]
            return
        *values, _, x = words
        self.table.dice += [self.table._new(int(value), float(x) + 100 * n) for n, value in enumerate(values)]

    def doubts(self, words: list[str]) -> list[Doubt]:
        """Of the whole picture, of something beside the dice, or of one that lies there."""
        found = [Doubt(DoubtKind(word), None) for before, word in pairwise(words) if before == "all"]
        found += [Doubt(DoubtKind.HIDDEN, (900.0, 100.0, 50.0, 50.0))] if "beside" in words else []
        return found + ([self.table.doubt(int(words[words.index("of") + 1]))] if "of" in words else [])

    # --- what is so ---

    def check(self, told: str, line: str) -> None:
        what, _, rest = told.partition(" ")
        words = rest.split()
        if what.isupper():
            assert self.ruling(words) == told, f"{line}: {self.sitting.play.ruling}"
            return
        match what:
            case "lit":
                found = [str(number) for number in self.sitting.lit]
            case "shows":
                found = shown(self.sitting.play.dice)
            case "before":
                found = shown(self.sitting.play.before)
            case "asked":
                found = shown(self.sitting.asked.dice)
            case "chosen":
                found = [str(self.sitting.asked.chosen + 1)]
            case "buttons":
                found = [str(die.button or "-") for die in self.sitting.play.dice]
            case "hand":
                found = [str(value) for _, value in sorted(self.sitting.match.last_hand.items())]
            case "notice":
                found = [notice.name] if (notice := self.sitting.play.notice_id) is not None else []
            case "trouble":
                found = [str(len(self.sitting.play.trouble))]
            case "corrections":
                found = [str(self.sitting.match.corrections)]
            case "at":
                found = ["stake", str(self.sitting.play.game.at_stake)]
            case "turn":
                found = [self.sitting.match.record.players[self.sitting.match.view.seat or 0]]
            case "pictures":
                found = [] if all(die.picture is not None for die in self.sitting.play.dice) else ["are missing"]
            case "calm" | "asks":
                found = [] if self.sitting.play.warning is (what == "asks") else [self.sitting.play.prompt.message]
            case "ok" | "no":
                found = ["ok"][: (Button.END in self.sitting.keys) is (what == "no")]
                words = []
            case "marked":
                found = [] if self.sitting.play.pick is None else [self.sitting.play.pick.marked]
            case "expects":
                found, words = [repr(self.sitting.session.expectation)], [repr(self.expectation(words))]
            case "reads":
                assert rest.strip('"') in self.reads(), f"{line}: {self.reads()}"
                return
            case "key":
                key = self.sitting.keys.get(button(words[0]))
                found, words = [self.says(key.label) if key else ""], [" ".join(words[1:]).strip('"')]
            case _:
                told = rest.strip('"')
                found, words = [self.screen(what, told)], [told]
        assert found == words, f"{line}: {what} {found}"

    def screen(self, what: str, told: str) -> str:
        """What stands on the screen beside dice and rulings; as it was told, where that is enough."""
        view = self.sitting.session.view
        scene = view.scene
        match what:
            case "on":
                return type(scene).__name__.removesuffix("View")
            case "has" | "lacks":
                return told if (told in self.labels) is (what == "has") else " | ".join(self.labels)
            case "title":
                return self.says(self.sitting.page.title)
            case "line" | "value" | "detail":
                item = self.sitting.page.items[self.sitting.page.chosen]
                return self.says(item.label if what == "line" else getattr(item, what))
            case "said":
                said = self.says(self.sitting.page.said)
                return told if said.startswith(told) else said
            case "steps":
                return f"{self.sitting.page.done} of {self.sitting.page.steps}"
            case "players":
                seated = getattr(scene, "players", ())
                return " ".join(f"{self.says(player.name)}{'*' * player.house}" for player in seated)
            case "alert":
                return self.says(view.alert)
            case "speaks":
                return f"{view.language} {view.sound}"
            case "lamps":
                return " ".join(short(key) for key, lit in view.lamps.items() if lit)
            case "keys":
                return " ".join(short(key) for key in Button if key in view.keys)
            case "last" if isinstance(scene, AttractView):
                return " | ".join(map(self.says, scene.last))
            case "evening" if isinstance(scene, AttractView):
                return " ".join(str(die.value) for die in scene.hand.dice) if scene.hand is not None else ""
            case "link" if isinstance(scene, AttractView | EndView):
                return told if re.fullmatch(told, scene.link) else scene.link
            case "coach" if isinstance(scene, PlayView):
                return "is silent" if scene.coach is None else "speaks"
        raise AssertionError((what, type(scene)))

    def ruling(self, words: list[str]) -> str:
        """The ruling, with as many of its data as there are words."""
        ruling = self.sitting.play.ruling
        number = ruling.count or None if ruling.doubt is None else ruling.number
        data = [str(one) for one in (ruling.doubt, number, *ruling.hand) if one is not None]
        data += ["/", *map(str, ruling.theirs)] if ruling.theirs else []
        return " ".join([ruling.id.name, *data[: len(words)]])

    def expectation(self, words: list[str]) -> Expectation:
        count, *places = words
        tracks = [one.track for one in self.table.dice]
        staying = frozenset(tracks[int(place) - 1] for place in places)
        return Expectation(None if count == "any" else int(count), staying)

    def says(self, text: Text | str | None) -> str:
        match = self.sitting.session.match
        names = () if match is None else match.record.players
        return "" if text is None else translate(text, "en", names).replace("\xa0", " ")

    def reads(self) -> list[str]:
        play = self.sitting.play
        return [self.says(text) for text in (play.prompt, play.game.sought, play.notice) if text is not None]


def short(key: Button) -> str:
    return key.name.removeprefix("KEEP_").lower()


def button(word: str) -> Button:
    return KEEPS[int(word) - 1] if word.isdigit() else Button[word.upper()]


def said(action: Action) -> str:
    match action:
        case Roll(values):
            return f"Roll {' '.join(map(str, values))}"
        case Keep(slots) | Turned(slots):
            return f"{type(action).__name__} {' '.join(map(str, sorted(slots))) or 'none'}"
        case Choose(name):
            return f"Choose {name}"
        case Carry(counts):
            return f"Carry {' '.join(map(str, counts))}"
    return type(action).__name__


def shown(dice: tuple[DieView, ...]) -> list[str]:
    """The values, a star at what is kept and a tilde at what was corrected."""
    return [f"{die.value or '?'}{'*' * die.kept}{'~' * die.corrected}" for die in dice]


def all_plays(folder: Path) -> list[ParameterSet]:
    """Those of a folder's text files, each a test of its own."""
    files = sorted((folder / "plays").glob("*.txt"))
    return [pytest.param(lines, id=heading) for file in files for heading, lines in read(file).items()]


def perform(lines: list[str], kind: type[Sitting] = Sitting) -> Sitting:
    """Who sits at the table once all is done."""
    name, _, first = lines[0].partition(":")
    play = Play(name, kind)
    for line in (first.strip(), *lines[1:]):
        play.line(line)
    return play.sitting
