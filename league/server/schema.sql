-- The league's database: what tables sent, names apart from it, and what was made of both.
-- What pages show is rows written in the transaction in which a match ends or is corrected: no page counts.
-- {{id}} and {{bytes}} are what SQLite and PostgreSQL call otherwise.

-- Which version of this file made it, and which program read last what others could not.
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL);

-- A table in a bar. `folded`: by what it is found; `token`: a hash, none where it is let in no longer; `mark`: up to where its journal is here;
-- `heard`: when it posted last, seconds since 1970; `whole`: when it had nothing left to post; `current`: the match that
-- came last; `card`: that one as it stands; `changed`: when the card was, in milliseconds; then how often each face fell.
CREATE TABLE IF NOT EXISTS place (
    name TEXT PRIMARY KEY, title TEXT, folded TEXT NOT NULL, token TEXT, mark TEXT NOT NULL DEFAULT '',
    heard DOUBLE PRECISION NOT NULL DEFAULT 0, whole DOUBLE PRECISION NOT NULL DEFAULT 0,
    current TEXT, card TEXT, changed BIGINT NOT NULL DEFAULT 0,
    ones BIGINT NOT NULL DEFAULT 0, twos BIGINT NOT NULL DEFAULT 0, threes BIGINT NOT NULL DEFAULT 0,
    fours BIGINT NOT NULL DEFAULT 0, fives BIGINT NOT NULL DEFAULT 0, sixes BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS place_changed ON place (changed);

-- Who plays: a name at one table; `folded`: by which it is found; `same_as`: the player of another table who this is.
-- Without a name: forgotten, when it was `gone`; `hash`: by which matches of before that come late are known to be theirs.
CREATE TABLE IF NOT EXISTS player (
    id {id}, place TEXT NOT NULL REFERENCES place, name TEXT, folded TEXT, guest BOOLEAN NOT NULL,
    same_as INTEGER REFERENCES player, gone TEXT, hash TEXT, UNIQUE (place, name)
);
CREATE INDEX IF NOT EXISTS player_folded ON player (folded);
CREATE INDEX IF NOT EXISTS player_same_as ON player (same_as);
CREATE INDEX IF NOT EXISTS player_hash ON player (hash);

-- A match. `heading`: how it was set up, without names; `lines`: how many came, of which `settled` are in what follows;
-- `since`, `until`: between which days it can have ended; how often each face fell in it.
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

-- All lines of a match as they came, compressed.
CREATE TABLE IF NOT EXISTS course (match TEXT PRIMARY KEY REFERENCES match, packed {bytes} NOT NULL);

-- Who sat where; `rank`: in which place the match ended for them, 0 is the first.
CREATE TABLE IF NOT EXISTS seat (
    match TEXT NOT NULL REFERENCES match, seat INTEGER NOT NULL, player INTEGER NOT NULL REFERENCES player, rank INTEGER,
    PRIMARY KEY (match, seat)
);
CREATE INDEX IF NOT EXISTS seat_player ON seat (player);

-- What a match is counted as for somebody; for guests it counts nothing.
CREATE TABLE IF NOT EXISTS result (
    match TEXT NOT NULL REFERENCES match, who INTEGER NOT NULL REFERENCES player, seat INTEGER NOT NULL,
    season TEXT NOT NULL, game TEXT NOT NULL, ended TEXT NOT NULL,
    points DOUBLE PRECISION NOT NULL, others INTEGER NOT NULL, won INTEGER NOT NULL, rank INTEGER NOT NULL,
    PRIMARY KEY (match, who)
);
CREATE INDEX IF NOT EXISTS result_latest ON result (who, ended);

-- What somebody's matches came to, by season and game; without both, in all.
CREATE TABLE IF NOT EXISTS standing (
    season TEXT NOT NULL, game TEXT NOT NULL, who INTEGER NOT NULL REFERENCES player, matches INTEGER NOT NULL,
    wins INTEGER NOT NULL, points DOUBLE PRECISION NOT NULL, others INTEGER NOT NULL, PRIMARY KEY (season, game, who)
);
CREATE INDEX IF NOT EXISTS standing_who ON standing (who);
CREATE INDEX IF NOT EXISTS standing_points ON standing (season, game, points);
CREATE INDEX IF NOT EXISTS standing_matches ON standing (season, game, matches);

-- The seasons and games of which there was ever a standing.
CREATE TABLE IF NOT EXISTS ladder (season TEXT NOT NULL, game TEXT NOT NULL, PRIMARY KEY (season, game));

-- A throw that made the best hand; `dice`: "kept/thrown", from the highest; `who`: for whom it counts, none for guests.
CREATE TABLE IF NOT EXISTS play (
    match TEXT NOT NULL REFERENCES match, number INTEGER NOT NULL, seat INTEGER NOT NULL, game TEXT NOT NULL,
    dice TEXT NOT NULL, one_in DOUBLE PRECISION NOT NULL, who INTEGER REFERENCES player, ended TEXT,
    PRIMARY KEY (match, number)
);
CREATE INDEX IF NOT EXISTS play_latest ON play (game, dice, ended) WHERE who IS NOT NULL;

-- How often each of them was thrown.
CREATE TABLE IF NOT EXISTS feat (
    game TEXT NOT NULL, dice TEXT NOT NULL, one_in DOUBLE PRECISION NOT NULL, times INTEGER NOT NULL,
    PRIMARY KEY (game, dice)
);
CREATE INDEX IF NOT EXISTS feat_rarest ON feat (one_in);

-- With what a player says that a name at another table is theirs too; a hash.
CREATE TABLE IF NOT EXISTS personal_code (player INTEGER PRIMARY KEY REFERENCES player, code TEXT NOT NULL UNIQUE);

-- The admin's password, as a hash.
CREATE TABLE IF NOT EXISTS secret (name TEXT PRIMARY KEY, value TEXT NOT NULL);

-- Who is signed in: by a hash of the cookie; `token`: what their forms hold; `said`: what the next page says once.
CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY, token TEXT NOT NULL, ends DOUBLE PRECISION NOT NULL, said TEXT
);
