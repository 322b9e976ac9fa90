"""Every sentence of the pages that no game says; templates name them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kiosk.games.text import Text, say

LEAGUE = say("Dice league")
LIVE, STANDINGS, PLAYERS = say("Live"), say("Standings"), say("Players")
DICE, PLAYS = say("Dice"), say("Best plays")
SKIP = say("Skip to the content")
MENU = say("Pages")
OFFLINE = say("offline")
NOBODY = say("Nobody plays yet. As soon as a table sends its first throw, it stands here.")
LATEST = say("Latest matches")
NO_MATCHES = say("No match has been played to its end yet.")
NO_PLAYS = say("No throw has made the best hand of its game yet.")
NOBODY_RANKED = say("Nobody who is ranked has played a match to its end yet.")
TURN = say("to throw")
OVER = say("over")
WINS_IT = say("won by")
SEASON, GAME, SHOW = say("Season"), say("Game"), say("Show")
RANK, PLAYER = say("Rank"), say("Player")
MATCHES, WINS, POINTS, RATING = say("Matches"), say("Wins"), say("Points"), say("Rating")
HOW = say("How it is counted")
HOW_POINTS = say(
    "Points: one for each player you leave behind in a match, half a point for each with whom you share a place."
)
HOW_RATING = say(
    "Rating: 1500 means that you are as often ahead of others as behind them, 100 more that you are ahead 16 times of"
    " 25. It is 1500 + 400 × log₁₀ ((points + 2) ÷ (points left to others + 2))."
)
HOW_GUESTS = say(
    "Who plays under one of the table's guest names is not ranked; nor are the seats that the house plays."
)
HOW_SEASON = say("A season is a quarter of a year.")
FORGOTTEN = say("Forgotten player")
GUEST = say("guest")
VERSUS = say("Head to head")
VERSUS_PICK = say("Against")
TOGETHER = say("Matches together")
EQUAL = say("Equal")
NEVER = say("They have not met in a match that was played to its end.")
THROW_BY_THROW = say("Throw by throw")
GOES_ON = say("The match goes on.")
GIVEN_UP = say("The match was given up.")
ODDS_LATER = say("The odds of this game are being worked out: look again in a moment.")
THROWS, KEEPS, STOPS = say("throws"), say("keeps"), say("stops with")
AGAIN, TAKES, LEADS, LEAVES, RETURNS, JOINS, TURNS = (
    say("throws all again"),
    say("takes"),
    say("leads"),
    say("leaves, the house plays on"),
    say("is back"),
    say("joins"),
    say("turns sixes to aces"),
)
FAIR = say("Are the dice fair?")
FACE, FELL, SHARE = say("Face"), say("Fell"), say("Share")
KEPT, THROWN, ONCE_IN = say("Kept"), say("Thrown"), say("Once in")
PLAYS_ABOUT = say("Throws that made the best hand of their game, the rarest first.")
COMING = say("This match is on its way")
COMING_ABOUT = say(
    "Its table sends it as soon as it reaches the league: usually at once, at the latest when it is online again."
)
LOOK_AGAIN = say("Look again")
NOT_FOUND = say("There is no such page.")
TOO_MANY, TOO_MANY_ABOUT = say("Too many requests"), say("They come from your network: wait a moment, then look again.")
BROKEN, BROKEN_ABOUT = (
    say("Something is broken here"),
    say("Look again in a moment. Whoever runs the league finds in its log what it was."),
)
NOT_SO = say("This page cannot be asked for like that.")
FIND, FIND_ABOUT = say("Find"), say("A player or a table")
NONE_FOUND = say("Nobody and nothing is called so.")
HOME = say("To the tables that play now")
LANGUAGE = say("Language")
ADMIN, SIGN_IN, SIGN_OUT, PASSWORD = say("Admin"), say("Sign in"), say("Sign out"), say("Password")
WRONG = say("That is not the password.")
TOO_OFTEN = say("Too many tries: wait a minute.")
JOIN, JOIN_ABOUT = say("Join"), say("Two names are one player: count the first one as the second from now on.")
COUNT_AS = say("Counts as")
FORGET, FORGET_ABOUT = (
    say("Forget"),
    say("Who is forgotten loses the name everywhere, for good. The matches stay; nobody is named in them any more."),
)
RANKED, NOT_RANKED = say("Count as a player"), say("Make a guest")
PART = say("Part again")
FORGET_SURELY = say("Forget for good")
CODE, CODE_ABOUT = (
    say("Personal code"),
    say("With their personal code players say themselves that their name at another table is theirs too."),
)
ALSO_ME, WRONG_CODE = say("Is this you too?"), say("That is no code of this name.")
ASIDE, ASIDE_NONE = say("Matches that are not shown"), say("All matches are shown.")
AWAY = say("The league can't be reached: what you see may be old.")
TABLE, TABLES, HEARD = say("Table"), say("Tables"), say("heard last:")
CLOCK, CLOCK_ABOUT = (
    say("Set right"),
    say("A table's clock was wrong: move its matches that ended on a day or later, by some days to or fro."),
)
SINCE, DAYS = say("Ended since"), say("Days (− for earlier)")
STRIKE, STRIKE_ABOUT = (
    say("Strike"),
    say("A match that you strike counts for nobody and is shown to nobody. Name it by the address of its page."),
)
MATCH, SIGN_ALL_OUT = say("Match"), say("Sign everybody out")


def first_of(shown: int, count: int) -> Text:
    """How much of a long list is shown."""
    return say("The first {shown} of {count}.", shown=shown, count=count)


def times(n: int) -> Text:
    """How often the same was thrown."""
    return say("{n} time", "{n} times", n=n)


def came(n: int) -> Text:
    """How many matches a table sent."""
    return say("{n} match", "{n} matches", n=n)


def missing(n: int) -> Text:
    """How many of a table's matches never came, by its own numbers."""
    return say("{n} is missing", "{n} are missing", n=n)


def code_of(name: str, code: str) -> Text:
    """A personal code, shown once."""
    return say("The personal code of {name} is {code}. It is shown this once.", name=name, code=code)


def reason(match: Any) -> Text:
    """Why a match is not shown; its row says the name of the error."""
    if match.state == "unread":
        return say("This version of the league cannot read it ({why}): a newer one will.", why=match.reason)
    if match.reason:
        return say("The rules of {game} do not allow it ({why}).", game=match.game, why=match.reason)
    return say("It ended otherwise than its own throws say.")


def also_at(name: str, places: Sequence[str]) -> Text:
    """What somebody does who plays at two tables."""
    return say(
        "Somebody elsewhere is called {name} as well ({places}). If that is you too, type that one's personal code"
        " here: then both count as one player. Whoever runs the league gives you the code.",
        name=name,
        places=", ".join(places),
    )
