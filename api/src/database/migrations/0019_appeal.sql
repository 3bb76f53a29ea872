-- The one appeal of a claimed task's rejected proof. `exec_before`: the execution label to return to if it is rejected.
CREATE TABLE appeal (
  assignment_id    bigint PRIMARY KEY REFERENCES assignment,
  text             text NOT NULL,
  state            text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'rejected')),
  exec_before      smallint NOT NULL,
  decide_by        timestamptz NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  decided_at       timestamptz,
  decided_by       text,
  decided_identity text,
  reason           text
);
GRANT SELECT, INSERT, UPDATE, DELETE ON appeal TO adcoin_app;

-- Who decided at the organisation's sign-in, `issuer|subject`: another operator decides the appeal.
ALTER TABLE assignment ADD COLUMN reviewed_identity text;
