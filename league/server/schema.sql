-- The league's database: what tables sent, the players' names apart from it, and what follows from both.
-- Rows that pages show are written in the transaction in which a match ends or is corrected, so that no page has to count.
-- {{id}} and {{bytes}} stand for the types that have other names in SQLite and PostgreSQL.

-- 'schema': the version of this file; 'read by': the program that last tried the matches that an older one could not read.
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL);

-- A table in a bar. `folded`: its title as it is searched for; `token`: a hash, null if it is let in no longer; `mark`: the
-- last line of its journal that is here; `heard`: when it last posted, seconds since 1970; `whole`: when it last had nothing
-- left to post; `current`: its latest match; `card`: how that stands; `changed`: when the card changed, milliseconds since
-- 1970; then how often each face fell.
CREATE TABLE IF NOT EXISTS place (
    name TEXT PRIMARY KEY, title TEXT, folded TEXT NOT NULL, token TEXT, mark TEXT NOT NULL DEFAULT '',
    heard DOUBLE PRECISION NOT NULL DEFAULT 0, whole DOUBLE PRECISION NOT NULL DEFAULT 0,
    current TEXT, card TEXT, changed BIGINT NOT NULL DEFAULT 0,
    ones BIGINT NOT NULL DEFAULT 0, twos BIGINT NOT NULL DEFAULT 0, threes BIGINT NOT NULL DEFAULT 0,
    fours BIGINT NOT NULL DEFAULT 0, fives BIGINT NOT NULL DEFAULT 0, sixes BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS place_changed ON place (changed);

-- A player: a name at one table. `folded`: the name as it is searched for; `same_as`: the player at another table as whom
-- this one counts. A forgotten player has no name, but `gone`, when it was forgotten, and `hash`, by which matches of
-- before that come late are recognised as theirs.
CREATE TABLE IF NOT EXISTS player (
    id {id}, place TEXT NOT NULL REFERENCES place, name TEXT, folded TEXT, guest BOOLEAN NOT NULL,
    same_as INTEGER REFERENCES player, gone TEXT, hash TEXT, UNIQUE (place, name)
);
CREATE INDEX IF NOT EXISTS player_folded ON player (folded);
CREATE INDEX IF NOT EXISTS player_same_as ON player (same_as);
CREATE INDEX IF NOT EXISTS player_hash ON player (hash);

-- A match. `heading`: how it was set up, without names; `lines`: how many have come, and `settled`: on how many of them the
-- columns after it are based; `since`, `until`: the days between which it can have ended; then how often each face fell.
CREATE TABLE IF NOT EXISTS match (
    code TEXT PRIMARY KEY, place TEXT NOT NULL REFERENCES place, number INTEGER NOT NULL, heading TEXT NOT NULL,
    game TEXT NOT NULL, lines INTEGER NOT NULL DEFAULT 0, settled INTEGER NOT NULL DEFAULT 0,
    since TEXT NOT NULL, until TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'under way', reason TEXT,
    season TEXT, ended TEXT,
    ones INTEGER NOT NULL DEFAULT 0, twos INTEGER NOT NULL DEFAULT 0, threes INTEGER NOT NULL DEFAULT 0,
    fours INTEGER NOT NULL DEFAULT 0, fives INTEGER NOT NULL DEFAULT 0, sixes INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS match_latest ON match (state, ended);
CREATE INDEX IF NOT EXISTS match_of_place ON match (place, number);
CREATE INDEX IF NOT EXISTS match_due ON match (place) WHERE settled <> lines;

-- All lines of a match as they came, compressed (course.py).
CREATE TABLE IF NOT EXISTS course (match TEXT PRIMARY KEY REFERENCES match, packed {bytes} NOT NULL);

-- Who sat where. `rank`: the place in which they ended, 0 for the first; null unless the match was played to its end, or for the house.
CREATE TABLE IF NOT EXISTS seat (
    match TEXT NOT NULL REFERENCES match, seat INTEGER NOT NULL, player INTEGER NOT NULL REFERENCES player, rank INTEGER,
    PRIMARY KEY (match, seat)
);
CREATE INDEX IF NOT EXISTS seat_player ON seat (player);

-- What a match counts for a player; guests have no row. `points`: won of the `others` that there were to be won.
CREATE TABLE IF NOT EXISTS result (
    match TEXT NOT NULL REFERENCES match, who INTEGER NOT NULL REFERENCES player, seat INTEGER NOT NULL,
    season TEXT NOT NULL, game TEXT NOT NULL, ended TEXT NOT NULL,
    points DOUBLE PRECISION NOT NULL, others INTEGER NOT NULL, won INTEGER NOT NULL, rank INTEGER NOT NULL,
    PRIMARY KEY (match, who)
);
CREATE INDEX IF NOT EXISTS result_latest ON result (who, ended);

-- The sums of a player's results, by season and game; with both empty, of all.
CREATE TABLE IF NOT EXISTS standing (
    season TEXT NOT NULL, game TEXT NOT NULL, who INTEGER NOT NULL REFERENCES player, matches INTEGER NOT NULL,
    wins INTEGER NOT NULL, points DOUBLE PRECISION NOT NULL, others INTEGER NOT NULL, PRIMARY KEY (season, game, who)
);
CREATE INDEX IF NOT EXISTS standing_who ON standing (who);
CREATE INDEX IF NOT EXISTS standing_points ON standing (season, game, points);
CREATE INDEX IF NOT EXISTS standing_matches ON standing (season, game, matches);

-- The seasons and games that ever had a standing.
CREATE TABLE IF NOT EXISTS ladder (season TEXT NOT NULL, game TEXT NOT NULL, PRIMARY KEY (season, game));

-- A throw that made the best hand of its game. `dice`: "kept/thrown", highest first; `who`: the player for whom it counts,
-- null for guests.
CREATE TABLE IF NOT EXISTS play (
    match TEXT NOT NULL REFERENCES match, number INTEGER NOT NULL, seat INTEGER NOT NULL, game TEXT NOT NULL,
    dice TEXT NOT NULL, one_in DOUBLE PRECISION NOT NULL, who INTEGER REFERENCES player, ended TEXT,
    PRIMARY KEY (match, number)
);
CREATE INDEX IF NOT EXISTS play_latest ON play (game, dice, ended) WHERE who IS NOT NULL;

-- How often each kind of them was thrown.
CREATE TABLE IF NOT EXISTS feat (
    game TEXT NOT NULL, dice TEXT NOT NULL, one_in DOUBLE PRECISION NOT NULL, times INTEGER NOT NULL,
    PRIMARY KEY (game, dice)
);
CREATE INDEX IF NOT EXISTS feat_rarest ON feat (one_in);

-- The code with which a player claims their name at another table; a hash.
CREATE TABLE IF NOT EXISTS personal_code (player INTEGER PRIMARY KEY REFERENCES player, code TEXT NOT NULL UNIQUE);

-- The admin's password, as a hash.
CREATE TABLE IF NOT EXISTS secret (name TEXT PRIMARY KEY, value TEXT NOT NULL);

-- A session of the admin: `id` is a hash of the cookie; `token` must come with each form; `said`: what the next page says.
CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY, token TEXT NOT NULL, ends DOUBLE PRECISION NOT NULL, said TEXT
);
