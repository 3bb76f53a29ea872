-- Payouts over HTTP: the number of the try (part of its key), when it was sent, when the provider is asked next, and
-- what it said last. A large payout is released by a second operator.
ALTER TABLE withdrawal
  ADD COLUMN payout_attempt int NOT NULL DEFAULT 1,
  ADD COLUMN payout_sent_at timestamptz,
  ADD COLUMN payout_ask_at  timestamptz,
  ADD COLUMN payout_asks    int NOT NULL DEFAULT 0,
  ADD COLUMN payout_said    text,
  ADD COLUMN released_by    text;
CREATE INDEX withdrawal_to_ask ON withdrawal (payout_ask_at) WHERE payout_ask_at IS NOT NULL;

ALTER TABLE bind_account
  ADD COLUMN verify_ask_at timestamptz,
  ADD COLUMN verify_asks   int NOT NULL DEFAULT 0,
  ADD COLUMN verify_said   text;
CREATE INDEX bind_account_to_ask ON bind_account (verify_ask_at) WHERE verify_ask_at IS NOT NULL;

-- Webhooks that were taken: one that comes again changes nothing. Swept when its signature is too old anyway.
CREATE TABLE provider_event (
  provider    text NOT NULL,
  event_id    text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_event_age ON provider_event (received_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_event TO adcoin_app;
