"""421, charge and décharge: the vectors of the rules and every house rule."""

from __future__ import annotations

import pytest
from scripts import choice, hand, sought

from kiosk.games.core import (
    Choice,
    Event,
    Happening,
    IllegalActionError,
    Keep,
    Lead,
    Leave,
    Over,
    Roll,
    Stop,
    Throw,
)
from kiosk.games.families.jetons import CHARGE, DECHARGE
from kiosk.games.le_421 import Le421
from kiosk.games.options import OptionError, Value
from kiosk.games.registry import game
from kiosk.games.state import Play, State

A, B, C, D = range(4)


def roll(word: str) -> Roll:
    return Roll(hand(word))


def keep(*slots: int) -> Keep:
    return Keep(frozenset(slots))


def charge(preset: str, hands: str, pot: int | None = None, **options: Value) -> tuple[State, list[Event]]:
    """A first round of the charge, led by A, with these hands in playing order; then throws of tie-breaks."""
    rules = Le421(preset, options if pot is None else options | {"tokens": pot})
    rolls = hands.split()
    seats = next((n for n, hand in enumerate(rolls) if hand == "then"), len(rolls))
    return throw(rules, rules.start(seats, first=A), hands)


def decharge(preset: str, held: tuple[int, ...], hands: str, **options: Value) -> tuple[State, list[Event]]:
    """A round of the décharge, led by A, everybody stopping after one throw."""
    rules = Le421(preset, options)
    start = State(len(held), counts=held, pot=0)
    play = Play(start)
    play.leave(tuple(seat for seat, count in enumerate(held) if count == 0))
    rules.next_round(play, A, DECHARGE)
    return throw(rules, play.state, hands)


def throw(rules: Le421, state: State, hands: str) -> tuple[State, list[Event]]:
    happened: list[Event] = []
    for word in hands.replace("then", "").split():
        state, events = rules.apply(state, roll(word))
        happened += events
        if isinstance(rules.waits(state), Choice) and state.turn and state.turn.rolls:
            state, events = rules.apply(state, Stop())
            happened += events
    return state, happened


@pytest.mark.parametrize(
    ("preset", "options", "hands", "counts", "leader"),
    [
        ("classique", {}, "631 555 431", (0, 0, 5), C),
        ("classique", {}, "421 221", (0, 12), B),
        ("classique", {}, "421 421 421 651", (0, 0, 0, 10), D),
        ("comptoir", {}, "421 651", (0, 10), B),
        ("comptoir", {}, "421 421 421 651", (0, 0, 0, 14), D),
        ("texte", {}, "631 555 431", (0, 0, 1), C),
        ("texte", {"leader": "winner"}, "631 555 431", (0, 0, 1), B),
        ("texte", {}, "555 431 431", (0, 1, 1), B),
        ("texte", {}, "421 221", (0, 2), B),
        ("texte", {}, "664 655", (4, 0), A),
    ],
)
def test_a_round_of_the_charge(
    preset: str, options: dict[str, Value], hands: str, counts: tuple[int, ...], leader: int
) -> None:
    state, _ = charge(preset, hands, None, **options)
    assert (state.counts, state.pot, state.leader) == (counts, 21 - sum(counts), leader)


@pytest.mark.parametrize(
    ("preset", "options", "held", "hands", "counts"),
    [
        ("classique", {}, (7, 7, 7), "611 631 554", (1, 7, 13)),
        ("classique", {}, (4, 17), "555 643", (0, 21)),
        ("classique", {}, (10, 11), "554 455", (10, 11)),
        ("classique", {}, (7, 14), "666 221", (0, 21)),
        ("classique", {}, (14, 7), "666 221", (6, 15)),
        ("belge", {}, (14, 7), "666 221", (8, 13)),
        ("texte", {}, (14, 7), "666 221", (12, 9)),
        ("texte", {"nenette": "none"}, (14, 7), "666 221", (13, 8)),
        ("texte", {}, (7, 7, 7), "611 222 543", (5, 7, 9)),
    ],
)
def test_a_round_of_the_decharge(
    preset: str, options: dict[str, Value], held: tuple[int, ...], hands: str, counts: tuple[int, ...]
) -> None:
    assert decharge(preset, held, hands, **options)[0].counts == counts


class TestRollOff:
    def test_everybody_throws_all_dice_and_the_highest_sum_leads(self) -> None:
        rules = Le421()
        state, events = throw(rules, rules.start(3), "421 655 111")
        assert state.leader == B
        assert state.heats[0].kind == CHARGE
        assert rules.waits(state) == Throw(B, (1, 2, 3))
        assert [event.seat for event in events if event.what is Happening.LEADS] == [B]

    def test_only_the_tied_throw_again(self) -> None:
        rules = Le421()
        state, _ = throw(rules, rules.start(3), "655 111 664")
        assert rules.waits(state) == Throw(A, (1, 2, 3))
        state, _ = throw(rules, state, "311")
        assert rules.waits(state) == Throw(C, (1, 2, 3))
        state, _ = throw(rules, state, "221 111 321")
        assert state.leader == C


class TestCharge:
    def test_never_more_than_the_pot_holds(self) -> None:
        state, _ = charge("classique", "611 651", pot=3)
        assert (state.counts, state.out, state.over) == ((0, 3), ((A,),), True)

    def test_up_to_three_throws_by_a_house_rule(self) -> None:
        rules = Le421(options={"charge_rolls": 3})
        state, _ = rules.apply(rules.start(2, first=A), roll("631"))
        assert isinstance(rules.waits(state), Choice)

    def test_all_worst_take_in_playing_order_until_the_pot_is_empty(self) -> None:
        rules = Le421(options={"tokens": 3})
        state, _ = throw(rules, rules.start(4, first=C), "332 554 332 332")  # C, D, A, B
        assert state.counts == (1, 0, 2, 0)
        assert state.heats[0].kind == DECHARGE
        assert state.out == ((B, D),)

    def test_a_rampo_for_worst_by_a_house_rule_keeps_the_amount(self) -> None:
        state, _ = charge("classique", "554 611 554")
        assert state.heat.seats == (A, C)
        assert state.heat.rolls == ()
        state, _ = charge("classique", "554 611 554 then 421 111")
        assert state.counts == (0, 0, 6)

    def test_a_rampo_repeats_for_those_still_tied(self) -> None:
        state, _ = charge("classique", "554 611 554 554 then 421 631 631")
        assert state.heat.seats == (C, D)
        state, _ = charge("classique", "554 611 554 554 then 421 631 631 111 222")
        assert state.counts == (0, 0, 0, 6)

    def test_equal_hands_of_all_make_the_round_void_and_keep_the_leader(self) -> None:
        rules = Le421("classique")
        state, events = throw(rules, rules.start(2, first=B), "643 634")
        assert state.counts == (0, 0)
        assert (state.leader, state.round) == (B, 2)
        assert "All hands are equal: nothing moves" in [event.text.message for event in events]

    def test_without_tokens_when_the_pot_is_empty_one_is_out_and_safe(self) -> None:
        rules = Le421("classique", {"tokens": 6})
        state, _ = throw(rules, rules.start(3, first=A), "555 631 431")
        state, events = throw(rules, state, "621 655 643")  # C leads; C takes the last one
        assert (state.counts, state.out) == ((0, 0, 6), ((A, B),))
        assert state.over
        assert [event.seat for event in events if event.what is Happening.SPECIAL] == [C]

    def test_the_espagnole_loses_at_once(self) -> None:
        rules = Le421("classique", {"tokens": 5})
        state, events = throw(rules, rules.start(3, first=A), "555 631 431")
        assert rules.waits(state) == Over(((A, B), (C,)))
        assert "L'Espagnole: {seat} took every token" in [event.text.message for event in events]

    def test_the_loser_of_the_last_charge_round_leads_the_decharge(self) -> None:
        rules = Le421("classique", {"tokens": 6})
        state, _ = throw(rules, rules.start(3, first=A), "555 631 431")
        state, _ = throw(rules, state, "655 621 431")  # C, A, B
        assert state.counts == (0, 1, 5)
        assert state.heats[0].kind == DECHARGE
        assert state.heats[0].seats == (B, C)


class TestDecharge:
    def test_three_throws_and_any_dice_kept_or_taken_back(self) -> None:
        rules = Le421()
        play = Play(State(2, counts=(10, 11)))
        rules.next_round(play, A, DECHARGE)
        state, _ = rules.apply(play.state, roll("441"))
        wait = choice(rules, state)
        assert wait.may_stop
        assert len(wait.keeps) == 7
        state, _ = rules.apply(state, keep(1, 2))
        assert rules.waits(state) == Throw(A, (3,))
        state, _ = rules.apply(state, roll("2"))
        state, _ = rules.apply(state, keep(2, 3))  # the first 4 is taken back
        state, _ = rules.apply(state, roll("1"))
        assert state.heats[0].hands == ((1, 4, 2),)
        assert rules.waits(state) == Throw(B, (1, 2, 3))

    def test_nobody_may_throw_more_often_than_the_leader_by_a_house_rule(self) -> None:
        rules = Le421("classique")
        play = Play(State(2, counts=(10, 11)))
        rules.next_round(play, A, DECHARGE)
        state, _ = throw(rules, play.state, "631")
        assert rules.view(state).rolls_allowed == 1
        state, _ = rules.apply(state, roll("643"))
        assert state.round == 2  # one throw was all that B had

    def test_ties_for_best_are_broken_first_then_ties_for_worst(self) -> None:
        state, _ = decharge("classique", (5, 5, 5, 6), "611 631 611 631")
        assert state.heat.seats == (A, C)
        state, _ = decharge("classique", (5, 5, 5, 6), "611 631 611 631 then 421 111")
        assert state.heat.seats == (B, D)
        state, _ = decharge("classique", (5, 5, 5, 6), "611 631 611 631 then 421 111 431 554")
        assert state.counts == (0, 10, 5, 6)
        assert state.out == ((A,),)

    def test_out_in_the_order_of_leaving_and_the_last_holder_loses(self) -> None:
        rules = Le421("classique")
        play = Play(State(3, counts=(2, 2, 17)))
        rules.next_round(play, A, DECHARGE)
        state, _ = throw(rules, play.state, "431 611 554")
        assert (state.out, state.leader) == (((B,),), A)
        assert rules.view(state).seats[B].place == 1
        state, _ = throw(rules, state, "611 554")
        assert rules.waits(state) == Over(((B,), (A,), (C,)))

    def test_the_first_one_out_ends_the_match_by_a_house_rule(self) -> None:
        state, _ = decharge("classique", (4, 10, 7), "555 643 554", end="first_out")
        assert Le421("classique").waits(state) == Over(((A,), (B,), (C,)))

    def test_nobody_is_out_in_the_charge_by_that_house_rule(self) -> None:
        rules = Le421("classique", {"end": "first_out", "tokens": 5})
        state, _ = throw(rules, rules.start(4, first=A), "631 555 431 421")  # C takes all, as 4-2-1 is worth 10
        assert rules.waits(state) == Over(((A, B, D), (C,)))  # l'Espagnole
        play = Play(State(4, counts=(3, 7, 10, 0), pot=1))
        rules.next_round(play, A, CHARGE)
        state, _ = throw(rules, play.state, "631 555 641 654")
        assert (state.counts, state.pot, state.out, state.heat.kind) == ((4, 7, 10, 0), 0, (), DECHARGE)
        assert len(state.heat.seats) == 4  # D has none, and plays for it
        quiet, _ = throw(rules, state, "555 643 554 654")
        assert (quiet.out, quiet.over) == (((A,),), True)
        state, _ = throw(rules, state, "643 555 554 621")
        assert (state.out, state.over) == ((), False)  # nobody is out who has not won a round
        state, _ = throw(rules, play.state, "631 555 641 654")
        state, _ = throw(rules, state, "643 554 555 421")  # D wins a round, and has none
        assert rules.waits(state) == Over(((D,), (A,), (B,), (C,)))

    def test_the_next_one_clockwise_leads_for_one_who_is_out(self) -> None:
        state, _ = decharge("classique", (4, 10, 7), "555 643 554", leader="winner")
        assert state.leader == B


class TestAtTheCounter:
    """French counters: fewer throws win an equal hand, the lowest leads, further 4-2-1s cost more."""

    def test_fewer_throws_win_an_equal_hand(self) -> None:
        rules = Le421("comptoir")
        play = Play(State(2, counts=(10, 11)))
        rules.next_round(play, A, DECHARGE)
        state = play.state
        for action in roll("631"), keep(), roll("554"), Stop():
            state, _ = rules.apply(state, action)
        assert sought(rules, state) == "Beat 5-5-4 in 2, or take 1 token"
        for action in roll("554"), Stop():
            state, _ = rules.apply(state, action)
        assert (state.counts, state.leader) == ((11, 10), A)  # in two, in one: no rampo
        assert decharge("comptoir", (10, 11), "554 554")[0].round == 2  # as many throws: void

    def test_the_lowest_of_the_roll_off_leads(self) -> None:
        rules = Le421("comptoir")
        assert "lowest" in rules.view(rules.start(2)).prompt.message
        assert throw(rules, rules.start(3), "421 655 111")[0].leader == C


class TestWords:
    def test_the_view_says_what_to_do_and_what_is_at_stake(self) -> None:
        rules = Le421("classique")
        view = rules.view(charge("classique", "631 555")[0])
        assert view.phase.message == "Charge"
        state, _ = throw(rules, rules.start(3, first=A), "631 555")
        view = rules.view(state)
        assert view.prompt.message == "Throw the die"
        assert view.prompt.plural == "Throw all {n} dice"
        assert view.sought is not None
        assert dict(view.sought.values)["n"] == 5
        assert view.pot == 21
        named = view.seats[B].hand
        assert named is not None
        assert (named.name.message, named.rank, named.ranks) == ("baraque of {die}", 6, 56)

    @pytest.mark.parametrize(
        ("action", "reason"),
        [
            (roll("1"), "Choose first: which dice stay?"),
            (keep(1, 2, 3), "To keep them all, end your turn"),
            (keep(4), "There is no such die"),
            (Leave(7), "This player is not at the table"),
            (Lead(1), "Choose first: which dice stay?"),
        ],
    )
    def test_a_refusal_says_why(self, action: Roll | Keep | Leave | Lead, reason: str) -> None:
        rules = Le421()
        play = Play(State(2, counts=(10, 11)))
        rules.next_round(play, A, DECHARGE)
        state, _ = rules.apply(play.state, roll("441"))
        with pytest.raises(IllegalActionError) as refused:
            rules.apply(state, action)
        assert refused.value.reason.message == reason


class TestHouseRules:
    def test_switches_go_over_a_preset_and_may_come_as_text(self) -> None:
        rules = Le421("courte", {"tokens": "15", "cap": "none"})
        assert (rules.options["tokens"], rules.options["cap"], rules.options["value_of_421"]) == (15, "none", 8)

    @pytest.mark.parametrize("options", [{"tokens": 0}, {"cap": "previous"}, {"colour": "red"}, {"value_of_421": 9}])
    def test_unknown_ones_are_refused_in_a_sentence(self, options: dict[str, Value]) -> None:
        with pytest.raises(OptionError, match=next(iter(options))):
            Le421(options=options)

    def test_unknown_presets_games_and_numbers_of_players_too(self) -> None:
        with pytest.raises(OptionError, match="parisienne"):
            Le421("parisienne")
        with pytest.raises(OptionError, match="chess"):
            game("chess")
        with pytest.raises(OptionError, match="2 to 8 players, not 9"):
            Le421().start(9)
