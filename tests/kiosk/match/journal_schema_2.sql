BEGIN;
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started TEXT NOT NULL,
    game TEXT NOT NULL,
    preset TEXT,
    options TEXT NOT NULL CHECK (json_valid(options)),
    players TEXT NOT NULL CHECK (json_valid(players)),
    first INTEGER
);
CREATE TABLE line (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES match (id),
    at TEXT,
    time REAL NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('read', 'action', 'correct', 'undo', 'end')),
    body TEXT NOT NULL CHECK (json_valid(body))
);
CREATE INDEX line_of_match ON line (match, id);
CREATE TRIGGER line_stays BEFORE UPDATE ON line BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER line_is_kept BEFORE DELETE ON line BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER match_stays BEFORE UPDATE ON match BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER match_is_kept BEFORE DELETE ON match BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
INSERT INTO match VALUES (1, '2026-01-05T20:00:00Z', 'le_421', 'classique', '{}', '["Marie", "Jean"]', NULL);
INSERT INTO line VALUES (1, 1, '2026-01-05T20:00:10Z', 10.0, 'action', '{"roll": [6, 6, 6]}');
INSERT INTO line VALUES (2, 1, '2026-01-05T20:00:20Z', 20.0, 'end', '{"given_up": true}');
INSERT INTO match VALUES (2, '2026-01-05T20:10:00Z', 'le_421', 'classique', '{"tokens": 4}', '["Marie", {"house": "House"}]', 0);
INSERT INTO line VALUES (3, 2, '2026-01-05T20:10:30Z', 30.0, 'read', '{"dice": [], "corrected": []}');
INSERT INTO line VALUES (4, 2, '2026-01-05T20:10:30Z', 30.0, 'action', '{"roll": [4, 2, 1]}');
PRAGMA user_version = 2;
COMMIT;
