"""Edges in, presses out: what counts as one press, and when it is told."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.presses import LATEST_RELEASE_S, QUIET_S, STUCK_S, Button, Debouncer, Press, PressedBy, PressKind

K1, K2, K3, END = Button.KEEP_1, Button.KEEP_2, Button.KEEP_3, Button.END


def short(time: float, *buttons: Button) -> Press:
    return Press(frozenset(buttons), PressKind.SHORT, time)


def long(time: float, *buttons: Button) -> Press:
    return Press(frozenset(buttons), PressKind.LONG, time)


def hold(debouncer: Debouncer, button: Button, since: float, until: float) -> None:
    debouncer.edge(button, pressed=True, time=since)
    debouncer.edge(button, pressed=False, time=until)


def test_a_short_press_is_told_at_its_release_with_the_time_of_its_first_edge() -> None:
    debouncer = Debouncer()
    debouncer.edge(END, pressed=True, time=10.0)
    assert debouncer.poll(10.1) == []
    debouncer.edge(END, pressed=False, time=10.2)
    assert debouncer.poll(10.2) == [], "still bouncing, for all we know"
    assert debouncer.poll(10.3) == [short(10.0, END)]
    assert debouncer.poll(11.0) == []


def test_a_long_press_is_told_once_while_held_and_not_again_at_the_release() -> None:
    debouncer = Debouncer()
    debouncer.edge(END, pressed=True, time=10.0)
    assert debouncer.poll(10.7) == []
    assert debouncer.poll(10.9) == [long(10.0, END)]
    assert debouncer.poll(15.0) == []
    debouncer.edge(END, pressed=False, time=15.0)
    assert debouncer.poll(16.0) == []


def test_a_release_just_before_the_time_is_up_is_short_and_just_after_is_long() -> None:
    debouncer = Debouncer()
    hold(debouncer, END, 10.0, 10.795)
    assert debouncer.poll(11.0) == [short(10.0, END)]
    hold(debouncer, END, 20.0, 20.82)
    assert debouncer.poll(21.0) == [long(20.0, END)]


def test_bounces_at_both_ends_are_one_press() -> None:
    debouncer = Debouncer()
    for index, ms in enumerate([0, 1, 2, 4, 5, 6, 9]):
        debouncer.edge(END, pressed=index % 2 == 0, time=10 + ms / 1000)
    for index, ms in enumerate([300, 301, 303, 304, 310]):
        debouncer.edge(END, pressed=index % 2 == 1, time=10 + ms / 1000)
    assert debouncer.poll(11.0) == [short(10.0, END)]


def test_a_spike_on_a_long_wire_is_no_press_and_no_release() -> None:
    debouncer = Debouncer()
    hold(debouncer, END, 10.0, 10.002)
    assert debouncer.poll(11.0) == []
    debouncer.edge(END, pressed=True, time=20.0)
    debouncer.edge(END, pressed=False, time=20.4)
    debouncer.edge(END, pressed=True, time=20.402)
    assert debouncer.poll(23.0) == [long(20.0, END)]


def test_a_contact_that_rattles_without_end_is_never_believed() -> None:
    debouncer = Debouncer()
    for ms in range(0, 5000, 5):
        debouncer.edge(END, pressed=(ms // 5) % 2 == 0, time=10 + ms / 1000)
    assert debouncer.poll(14.99) == []


def test_buttons_that_land_together_are_one_press_that_ends_with_the_last_release() -> None:
    debouncer = Debouncer()
    debouncer.edge(K1, pressed=True, time=10.0)
    debouncer.edge(K2, pressed=True, time=10.1)
    debouncer.edge(K1, pressed=False, time=10.3)
    assert debouncer.poll(10.4) == []
    debouncer.edge(K2, pressed=False, time=10.5)
    assert debouncer.poll(10.6) == [short(10.0, K1, K2)]


def test_a_button_pressed_later_while_another_is_held_is_a_press_of_its_own() -> None:
    debouncer = Debouncer()
    debouncer.edge(K1, pressed=True, time=10.0)
    hold(debouncer, K2, 10.2, 10.3)
    debouncer.edge(K1, pressed=False, time=10.5)
    assert debouncer.poll(10.6) == [short(10.2, K2), short(10.0, K1)]


def test_a_press_begins_with_its_earliest_edge_even_if_that_one_bounces_longest() -> None:
    debouncer = Debouncer()
    for ms in range(20):
        debouncer.edge(K1, pressed=ms % 2 == 0, time=10 + ms / 1000)
        if ms == 2:
            debouncer.edge(K2, pressed=True, time=10.002)
    debouncer.edge(K1, pressed=True, time=10.02)
    for button in (K1, K2):
        debouncer.edge(button, pressed=False, time=10.3)
    assert debouncer.poll(11.0) == [short(10.0, K1, K2)]


def test_a_button_tapped_again_while_the_other_is_still_down_is_a_press_of_its_own() -> None:
    debouncer = Debouncer()
    debouncer.edge(K2, pressed=True, time=10.0)
    hold(debouncer, K1, 10.01, 10.06)
    hold(debouncer, K1, 10.1, 10.16)
    debouncer.edge(K2, pressed=False, time=10.3)
    assert debouncer.poll(11.0) == [short(10.1, K1), short(10.0, K1, K2)]


def test_a_stuck_button_is_reported_ignored_and_forgiven_when_it_comes_up() -> None:
    debouncer = Debouncer()
    debouncer.edge(K1, pressed=True, time=10.0)
    assert debouncer.poll(11.0) == [long(10.0, K1)]
    assert not debouncer.stuck
    assert debouncer.poll(10.0 + STUCK_S) == []
    assert debouncer.stuck == {K1}
    hold(debouncer, END, 50.0, 50.2)
    assert debouncer.poll(51.0) == [short(50.0, END)], "the others go on"
    debouncer.edge(K1, pressed=False, time=60.0)
    assert debouncer.poll(61.0) == []
    assert not debouncer.stuck
    hold(debouncer, K1, 62.0, 62.1)
    assert debouncer.poll(63.0) == [short(62.0, K1)]


def test_a_button_that_jams_while_pressed_with_another_tells_nothing() -> None:
    debouncer = Debouncer()
    debouncer.edge(K1, pressed=True, time=10.0)
    hold(debouncer, K2, 10.1, 10.3)
    assert debouncer.poll(50.0) == []
    assert debouncer.stuck == {K1}


def test_of_buttons_pressed_together_one_that_is_let_go_much_later_tells_nothing() -> None:
    debouncer = Debouncer()
    debouncer.edge(K1, pressed=True, time=10.0)
    hold(debouncer, K2, 10.1, 10.3)
    debouncer.edge(K1, pressed=False, time=10.0 + LATEST_RELEASE_S + 0.1)
    assert debouncer.poll(20.0) == []


def test_what_one_device_holds_for_ever_another_can_press() -> None:
    debouncer = Debouncer()
    debouncer.edge(END, pressed=True, time=10.0)
    assert [press.kind for press in debouncer.poll(12.0)] == [PressKind.LONG]
    debouncer.edge(END, pressed=True, time=15.0, by=PressedBy.SCREEN)
    debouncer.edge(END, pressed=False, time=15.1, by=PressedBy.SCREEN)
    assert debouncer.poll(16.0) == [short(15.0, END)]
    assert debouncer.poll(50.0) == []
    assert debouncer.stuck == {END}
    debouncer.edge(END, pressed=True, time=55.0, by=PressedBy.SCREEN)
    debouncer.edge(END, pressed=False, time=55.1, by=PressedBy.SCREEN)
    assert debouncer.poll(56.0) == [short(55.0, END)]


@given(
    holds=st.lists(st.tuples(st.sampled_from(list(Button)), st.integers(20, 2000), st.integers(20, 500)), max_size=12),
    polls=st.lists(st.integers(0, 30_000), max_size=30),
)
def test_presses_do_not_depend_on_when_anybody_polls(holds: list[tuple[Button, int, int]], polls: list[int]) -> None:
    """Buttons one after the other, each held and then left alone for some milliseconds."""
    edges: list[tuple[float, Button, bool]] = []
    expected = []
    now_ms = 1000
    for button, held_ms, rest_ms in holds:
        start = now_ms / 1000
        edges += [(start, button, True), ((now_ms + held_ms) / 1000, button, False)]
        expected.append((long if held_ms >= 800 + 1000 * QUIET_S else short)(start, button))
        now_ms += held_ms + rest_ms
    debouncer = Debouncer()
    presses = []
    for time, edge in sorted([*((e[0], e) for e in edges), *((p / 1000, None) for p in polls)], key=lambda due: due[0]):
        if edge is None:
            presses += debouncer.poll(time)
        else:
            debouncer.edge(edge[1], pressed=edge[2], time=time)
    presses += debouncer.poll(100.0)
    around_the_limit = [800 <= held_ms < 800 + 1000 * QUIET_S for _, held_ms, _ in holds]
    assert [p.buttons for p in presses] == [p.buttons for p in expected]
    assert [p.time for p in presses] == [p.time for p in expected]
    assert all(a.kind == b.kind for a, b, close in zip(presses, expected, around_the_limit, strict=True) if not close)
