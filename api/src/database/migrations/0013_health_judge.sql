-- The one judge of canaries of this deployment: a lease that its looks renew.
CREATE TABLE health_judge (
  one       boolean PRIMARY KEY DEFAULT true CHECK (one),
  id        text NOT NULL,
  name      text NOT NULL,
  looked_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON health_judge TO adcoin_app;
