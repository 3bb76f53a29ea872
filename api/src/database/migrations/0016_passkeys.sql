-- Public keys of WebAuthn. `counter`: how often the authenticator signed, 0 where it does not count.
CREATE TABLE passkey (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id     text NOT NULL UNIQUE,
  user_id       bigint NOT NULL REFERENCES app_user,
  credential_id text NOT NULL UNIQUE,
  public_key    text NOT NULL,
  counter       bigint NOT NULL,
  user_agent    text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  last_used_at  timestamptz
);
CREATE INDEX passkey_user ON passkey (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkey TO adcoin_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO adcoin_app;

ALTER TABLE verify_ticket DROP CONSTRAINT verify_ticket_purpose_check;
ALTER TABLE verify_ticket ADD CONSTRAINT verify_ticket_purpose_check
  CHECK (purpose IN ('register', 'reset', 'owner', 'passkey')) NOT VALID;
