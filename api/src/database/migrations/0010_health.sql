-- What browsers say of releases: counted in minutes, each browser once per day for each outcome of a release. It takes
-- the place of the list of reports, which one browser could fill.
DROP TABLE health_report;

CREATE TABLE health_minute (
  minute     timestamptz NOT NULL,
  app        text NOT NULL,
  release    text NOT NULL,
  generation int NOT NULL,
  side       text NOT NULL CHECK (side IN ('canary', 'control', 'rest')),
  outcome    text NOT NULL CHECK (outcome IN ('mounted', 'failed', 'card')),
  known      boolean NOT NULL,
  -- Of time to content; -1 where nobody measured.
  step       int NOT NULL,
  phase      text NOT NULL,
  reason     text NOT NULL,
  path       text NOT NULL,
  language   text NOT NULL,
  family     text NOT NULL,
  n          int NOT NULL CHECK (n > 0),
  PRIMARY KEY (minute, app, release, generation, side, outcome, known, step, phase, reason, path, language, family)
);

-- Who was counted today, as keyed hashes that say nothing of a browser to anybody who reads them.
CREATE TABLE health_seen (
  day date NOT NULL,
  key text NOT NULL,
  PRIMARY KEY (day, key)
);

-- Which releases, reasons and paths there are: new ones are let in up to a number, the rest is 'other'.
CREATE TABLE health_word (
  app       text NOT NULL,
  release   text NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('release', 'reason', 'path')),
  word      text NOT NULL,
  first_day date NOT NULL,
  PRIMARY KEY (app, release, kind, word)
);
CREATE INDEX health_word_kind ON health_word (kind);
GRANT SELECT, INSERT, UPDATE, DELETE ON health_minute, health_seen, health_word TO adcoin_app;
