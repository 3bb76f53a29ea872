-- What happened to a person. The row of `inbox` counts: it stays locked until the commit, so that numbers are given in
-- the order in which things become visible, and who has seen number 7 has missed nothing before it.
CREATE TABLE inbox (
  user_id bigint PRIMARY KEY REFERENCES app_user (id),
  last_seq bigint NOT NULL CHECK (last_seq > 0)
);
CREATE TABLE inbox_item (
  user_id bigint NOT NULL REFERENCES app_user (id),
  seq bigint NOT NULL CHECK (seq > 0),
  kind text NOT NULL CHECK (kind <> ''),
  amount bigint,
  ref text,
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  PRIMARY KEY (user_id, seq)
);
CREATE INDEX inbox_unread ON inbox_item (user_id, seq) WHERE read_at IS NULL;
CREATE INDEX inbox_age ON inbox_item (created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON inbox, inbox_item TO adcoin_app;

-- Every replica hears of both after the commit; whoever writes them need not think of it.
CREATE FUNCTION tell_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('inbox', NEW.user_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER inbox_item_told AFTER INSERT ON inbox_item FOR EACH ROW EXECUTE FUNCTION tell_inbox();

CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended', NEW.user_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER session_end_told AFTER UPDATE OF revoked_at ON session FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION tell_session_ended();
