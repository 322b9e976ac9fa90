"""What disturbs a table, told to people: how it is, and what mends it. Screen, doctor and command line take these."""

from __future__ import annotations

from kiosk.games.text import say
from kiosk.odds.words import percent
from kiosk.session.fault_texts import FaultText
from kiosk.view import SteadinessView
from vision.types import Signal
from vision.watching.disturbance import Disturbance, DisturbanceKind

SIGNALS = {
    Signal.GREEN: say("Camera and light are steady"),
    Signal.AMBER: say("Only just steady enough"),
    Signal.RED: say("Too unsteady to play"),
}
"""The same in words: nobody has to tell colours apart."""


def disturbance_text(found: Disturbance, kind: DisturbanceKind) -> FaultText:
    """How much of this there is, and what to do where it is too much."""
    match kind:
        case DisturbanceKind.TREMBLING:
            what = say("The picture moves by {share} of its width.", share=percent(found.trembling, 1))
            return FaultText(what, say("Hold the camera with a stiffer arm."))
        case DisturbanceKind.BANDS:
            what = say("Rolling bands change the light by {share}.", share=percent(found.bands))
            return FaultText(what, say('Set "mains" to 50 or 60 in the settings, or use lamps on direct current.'))
        case DisturbanceKind.SPOTS:
            what = say("Spots that wander change the light by {share}.", share=percent(found.spots))
            return FaultText(what, say("Put a shade over the tray."))
        case DisturbanceKind.FLICKER:
            what = say("The light comes and goes by {share}.", share=percent(found.flicker))
            return FaultText(what, say("Use lamps on direct current, and a shade."))
        case DisturbanceKind.SLOWNESS:
            what = say(
                "The camera sends {n} picture a second.",
                "The camera sends {n} pictures a second.",
                n=round(found.fps),
            )
            return FaultText(what, say("Give it more light, or another USB socket."))


def steadiness(found: Disturbance) -> SteadinessView:
    """How well a table bears what disturbs it, and what to do about what should be mended first."""
    kind = found.worst
    signal = found.signal(kind)
    return SteadinessView(
        signal, SIGNALS[signal], None if signal is Signal.GREEN else disturbance_text(found, kind).line
    )
