-- Browsers that a person wants to be notified on: the address at the browser's push service, and the keys of its device.
CREATE TABLE push_subscription (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES session ON DELETE CASCADE,
  user_id    bigint NOT NULL REFERENCES app_user,
  endpoint   text NOT NULL UNIQUE,
  p256dh     text NOT NULL,
  auth       text NOT NULL,
  kinds      text[] NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscription_user ON push_subscription (user_id);
CREATE INDEX push_subscription_session ON push_subscription (session_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscription TO adcoin_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO adcoin_app;

-- A browser that logged out receives nothing more, whatever ended its session.
CREATE FUNCTION forget_push() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscription WHERE session_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER session_end_push AFTER UPDATE OF revoked_at ON session FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION forget_push();

-- When the person was notified that the time for the task is nearly over: once.
ALTER TABLE assignment ADD COLUMN expiry_pushed_at timestamptz;
