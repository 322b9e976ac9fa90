"""What somebody does who knows the rules and nothing else: for matches that are made up, and for trying a game."""

from random import Random

from kiosk.games.core import Action, Choice, Choose, Draw, Keep, Lead, Pick, Roll, Stop, Throw, Turned, Wait


def action(wait: Wait, chance: Random) -> Action:
    """Something that the rules allow."""
    if isinstance(wait, Throw):
        return Roll(tuple(chance.randint(1, 6) for _ in wait.slots))
    if isinstance(wait, Choice):
        if wait.turns and chance.random() < 0.5:
            return Turned(chance.choice(sorted(wait.turns, key=sorted)))
        if wait.may_stop and (not wait.keeps or chance.random() < 0.3):
            return Stop()
        return Keep(frozenset(chance.choice(sorted(sorted(keep) for keep in wait.keeps))))
    if isinstance(wait, Pick):
        return Choose(chance.choice(wait.options).name)
    return Lead(wait.seats[0]) if isinstance(wait, Draw) else Stop()
