-- Failures that no release is named for are counted apart, and so is the time of a second visit in a canary.
ALTER TABLE health_minute DROP CONSTRAINT health_minute_outcome_check;
ALTER TABLE health_minute ADD CONSTRAINT health_minute_outcome_check
  CHECK (outcome IN ('mounted', 'again', 'failed', 'unattributed', 'card')) NOT VALID;
ALTER TABLE health_minute VALIDATE CONSTRAINT health_minute_outcome_check;

-- Each canary counts a browser once for as long as it lasts, not once a day: keyed hashes, removed after 30 days.
CREATE TABLE health_canary_seen (
  key       text PRIMARY KEY,
  first_day date NOT NULL
);
CREATE INDEX health_canary_seen_day ON health_canary_seen (first_day);
GRANT SELECT, INSERT, UPDATE, DELETE ON health_canary_seen TO adcoin_app;
