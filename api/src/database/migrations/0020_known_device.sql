-- Devices that signed in to an account: `name` is the browser and the system. Sessions are deleted earlier.
CREATE TABLE known_device (
  user_id bigint NOT NULL REFERENCES app_user,
  name    text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, name)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON known_device TO adcoin_app;
