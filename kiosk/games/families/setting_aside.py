"""Points at stake for dice that are set aside: of each throw some that count, and they stay for the turn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from kiosk.games.core import Choice, Group, Throw
from kiosk.games.families.banking import Banking
from kiosk.games.families.worths import Worths
from kiosk.games.lesson import AT_STAKE, Word
from kiosk.games.options import Switch
from kiosk.games.state import ROLL_OFF, Hand, S, now
from kiosk.games.text import Text, say

HOT = say("All dice count: bank, or throw them all again")
ON = say("All dice count: throw them all again")
FULL_HAND = Switch.of("full_hand", say("All dice count"), may=say("You may stop"), must=say("You must throw again"))


class SettingAside(Banking[S]):
    """A game with the switch `full_hand`: a turn goes on with the other dice, or with all once all have counted."""

    @property
    @abstractmethod
    def worths(self) -> Worths:
        """What counts by the house rules."""

    def parts(self, dice: Hand) -> Mapping[Hand, int]:
        """Every choice of these dice that counts."""
        return self.worths.parts(dice)

    def gain(self, state: S, slots: frozenset[int] | None) -> int:
        """What is set aside of the last throw; at the end all that counts of it."""
        turn, parts = now(state), self._counts(state)
        return max(parts.values()) if slots is None else parts[turn.showing((slots or turn.slots) - turn.kept)]

    def keeps(self, state: S) -> frozenset[frozenset[int]]:
        """What was set aside, and something of the last throw that counts; of all that count none stays."""
        return self.worths.stays(now(state))

    def again(self, state: S) -> bool:
        """Whether all dice count."""
        return frozenset() in self.keeps(state)

    def may_stop(self, state: S) -> bool:
        """With something that counts; where all dice must go on, not with all."""
        return super().may_stop(state) and not (self.must and self.again(state))

    @property
    def must(self) -> bool:
        """Whether the turn may not end while all dice count."""
        return self.options["full_hand"] == "must"

    # --- in words ---

    @property
    def words(self) -> tuple[Word, ...]:
        """Those of a turn."""
        hot = ON if self.must else HOT
        return (
            Word(say("Set aside"), say("Dice that count; they stay for the turn, and join nothing of a later throw")),
            AT_STAKE,
            Word(say("Bust"), say("Nothing counts in a throw: the points at stake are lost")),
            Word(say("Hot dice"), hot),
        )

    def unfinished(self, state: S) -> Text:  # noqa: ARG002  # the same in all states
        """All dice must go on."""
        return ON

    def groups(self, state: S) -> tuple[Group, ...]:
        """The 1s, the 5s, three and more of a kind, and the figure of the whole throw."""
        turn = now(state)
        return self.worths.groups(turn, turn.slots - turn.kept)

    def refusal(self, state: S, slots: frozenset[int]) -> Text:
        """The first of the rules that it breaks."""
        kept = now(state).kept
        if not kept <= slots and slots:
            return say("What is set aside stays")
        if not slots - kept:
            return say("Set aside what counts, or stop") if self.may_stop(state) else say("Set aside what counts")
        return say("Every die set aside must count")

    def prompt(self, state: S) -> Text:
        """What to do now."""
        match self.waits(state):
            case Choice(may_stop=False, again=True) if self.must:
                return ON
            case Choice():
                return self.refusal(state, now(state).kept)
            case Throw(slots=slots) if state.heat.kind != ROLL_OFF:
                return say("Throw {n} die", "Throw {n} dice", n=len(slots))
            case _:
                return super().prompt(state)
