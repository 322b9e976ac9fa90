"""Three dice, three throws, no more than the leader: of two sixes of one throw one may become a one."""

from kiosk.games.options import Switch
from kiosk.games.rounds import Rounds
from kiosk.games.state import S, now
from kiosk.games.text import Text, say

SIXES = Switch.of("sixes", say("Two sixes of one throw"), turn=say("One may be turned to a one"), off=say("Stay sixes"))
FREE, FINAL = say("May be thrown again"), say("Stays for the turn")
KEEP_FREE = Switch.of("keep", say("A die left lying"), free=FREE, final=FINAL)
KEEP_FINAL = Switch.of("keep", say("A die left lying"), final=FINAL, free=FREE)


class Sixes(Rounds[S]):
    """A game with the switches `sixes` and `keep`, played for tokens."""

    dice = 3
    throws = 3
    cap = "leader"
    tokens = True

    def turns_sixes(self, state: S) -> bool:
        return self.options["sixes"] == "turn"

    def keeps(self, state: S) -> frozenset[frozenset[int]]:
        stay = now(state).kept if self.options["keep"] == "final" else frozenset[int]()
        return frozenset(slots for slots in super().keeps(state) if stay <= slots)

    def refusal(self, state: S, slots: frozenset[int]) -> Text:
        lay = now(state).kept - slots
        return say("What was left lying stays for the turn") if lay else super().refusal(state, slots)
