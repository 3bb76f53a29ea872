-- The whole first schema. Amounts are bigint minor units; hashes are text (base64url or hex); public ids are random, never sequence numbers.
-- Source: reference-api 2.4 and 2.6, adapted to rulings R5 (one balance, Ad Coin) and to shared/contract.

-- The application's role: every transaction runs as it (SET LOCAL ROLE). It may read the ledger and call ledger_post; nothing else.
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'adcoin_app') THEN CREATE ROLE adcoin_app NOLOGIN; END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'adcoin_app', 'MEMBER') THEN EXECUTE format('GRANT adcoin_app TO %I', current_user); END IF;
END $$;

---------------------------------------------------------------------------------------------------- people

CREATE TABLE app_user (
  id                    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id             text NOT NULL UNIQUE,
  mobile_e164           text UNIQUE,
  mobile_sag            text,
  email_norm            text UNIQUE,
  country_code          text NOT NULL,
  pwd_hash              text,
  pay_pwd_hash          text,
  pay_fail_count        int NOT NULL DEFAULT 0,
  pay_locked_until      timestamptz,
  nick_name             text,
  avatar_file_id        text,
  birthday              date,
  gender                smallint NOT NULL DEFAULT 0 CHECK (gender BETWEEN 0 AND 3),
  invite_code           text NOT NULL UNIQUE,
  inviter_id            bigint REFERENCES app_user,
  invited_at            timestamptz,
  status                text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  is_system             boolean NOT NULL DEFAULT false,
  withdraw_frozen_until timestamptz,
  language              text NOT NULL DEFAULT 'en_US',
  created_at            timestamptz NOT NULL DEFAULT now(),
  CHECK (inviter_id IS NULL OR inviter_id <> id)
);
CREATE INDEX app_user_inviter ON app_user (inviter_id, id DESC);

CREATE TABLE password_history (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id    bigint NOT NULL REFERENCES app_user,
  kind       text NOT NULL CHECK (kind IN ('login', 'pay')),
  hash       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_history_user ON password_history (user_id, kind);

CREATE TABLE oauth_identity (
  provider   text NOT NULL,
  subject    text NOT NULL,
  user_id    bigint NOT NULL REFERENCES app_user,
  email      text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, subject)
);
CREATE INDEX oauth_identity_user ON oauth_identity (user_id);

CREATE TABLE session (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id     text NOT NULL UNIQUE,
  user_id       bigint NOT NULL REFERENCES app_user,
  token_hash    text NOT NULL UNIQUE,
  login_type    text NOT NULL CHECK (login_type IN ('mobile', 'email')),
  ip            text NOT NULL,
  user_agent    text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  last_seen_at  timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL,
  revoked_at    timestamptz,
  revoke_reason text
);
CREATE INDEX session_of_user ON session (user_id, id) WHERE revoked_at IS NULL;

-- bound_to: what a code may be used for beyond its purpose (withdraw: amount and account). user_id is null for a destination without an account.
CREATE TABLE verify_code (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('register', 'reset', 'reset_pay', 'withdraw')),
  channel    text NOT NULL CHECK (channel IN ('sms', 'email')),
  dest       text NOT NULL,
  user_id    bigint REFERENCES app_user,
  bound_to   text NOT NULL DEFAULT '',
  code_hmac  text NOT NULL,
  tries      int NOT NULL DEFAULT 0,
  max_tries  int NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  voided_at  timestamptz
);
CREATE INDEX verify_code_dest ON verify_code (purpose, dest, id DESC);

CREATE TABLE verify_ticket (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('register', 'reset')),
  dest       text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);

CREATE TABLE rate_bucket (
  key          text PRIMARY KEY,
  window_start timestamptz NOT NULL,
  n            int NOT NULL
);

-- suppressed: nothing is sent (a destination without an account), but the answer and the work were the same.
CREATE TABLE outbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel    text NOT NULL CHECK (channel IN ('sms', 'email')),
  dest       text NOT NULL,
  template   text NOT NULL,
  lang       text NOT NULL,
  vars       jsonb NOT NULL DEFAULT '{}',
  state      text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'failed', 'suppressed')),
  attempts   int NOT NULL DEFAULT 0,
  provider_ref text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at    timestamptz
);
CREATE INDEX outbox_dest ON outbox (dest, id DESC);

---------------------------------------------------------------------------------------------------- places and settings

-- name: {"en_US": "...", ...} in this and every *_i18n column.
CREATE TABLE region (
  code         text PRIMARY KEY,
  dial_code    text NOT NULL,
  name_i18n    jsonb NOT NULL,
  phone_regex  text NOT NULL,
  example      text NOT NULL,
  currency     text NOT NULL,
  icon         text NOT NULL DEFAULT '',
  position     int NOT NULL DEFAULT 0,
  enabled      boolean NOT NULL DEFAULT true
);

CREATE TABLE bank (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  country   text NOT NULL,
  code      text NOT NULL,
  name      text NOT NULL,
  icon      text,
  position  int NOT NULL DEFAULT 0,
  enabled   boolean NOT NULL DEFAULT true,
  UNIQUE (country, code)
);

-- rate: payout minor units per coin minor unit. min and max in coin minor units.
-- fields: [{"key":"account","label":{"en_US":"..."},"regex":"^...$","max":18,"check":"none|iban|clabe|aba","example":"...","inputmode":"numeric"}]; the one with key "account" is what is stored as the account.
CREATE TABLE payway (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id  text NOT NULL UNIQUE,
  code       text NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('bank', 'payment')),
  country    text NOT NULL,
  name_i18n  jsonb NOT NULL,
  currency   text NOT NULL,
  scale      int NOT NULL,
  rate_num   bigint NOT NULL CHECK (rate_num > 0),
  rate_den   bigint NOT NULL CHECK (rate_den > 0),
  fee_bps    int NOT NULL DEFAULT 200 CHECK (fee_bps BETWEEN 0 AND 10000),
  min        bigint NOT NULL CHECK (min > 0),
  max        bigint NOT NULL,
  need_bank  boolean NOT NULL,
  fields     jsonb NOT NULL,
  position   int NOT NULL DEFAULT 0,
  enabled    boolean NOT NULL DEFAULT true,
  UNIQUE (country, code),
  CHECK (max >= min)
);

-- Service settings that an operator may change while it runs (withdrawals paused, bind rules, claims, links ...).
CREATE TABLE service_setting (
  key        text PRIMARY KEY,
  value      jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE claim (
  key        text PRIMARY KEY,
  value      text NOT NULL,
  text_i18n  jsonb NOT NULL,
  position   int NOT NULL DEFAULT 0,
  enabled    boolean NOT NULL DEFAULT true
);

---------------------------------------------------------------------------------------------------- money

CREATE TABLE ledger_account (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id        bigint REFERENCES app_user,
  kind           text NOT NULL,
  currency       text NOT NULL DEFAULT 'ADC',
  tracks_balance boolean NOT NULL,
  balance        bigint NOT NULL DEFAULT 0 CONSTRAINT ledger_balance_not_negative CHECK (balance >= 0),
  version        bigint NOT NULL DEFAULT 0,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CHECK (tracks_balance = (user_id IS NOT NULL)),
  CHECK ((user_id IS NOT NULL AND kind IN ('coin', 'held'))
      OR (user_id IS NULL AND kind IN ('task_budget', 'referral_budget', 'redeemed', 'fee_income', 'adjustment')))
);
CREATE UNIQUE INDEX ledger_account_owner ON ledger_account (coalesce(user_id, 0), kind, currency);

CREATE TABLE ledger_txn (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind       text NOT NULL,
  idem_key   text NOT NULL UNIQUE,
  ref_type   text NOT NULL,
  ref_id     text NOT NULL,
  user_id    bigint REFERENCES app_user,
  legs_hash  text NOT NULL,
  note       text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ledger_txn_ref ON ledger_txn (ref_type, ref_id);

-- label: what the owner of the account sees (ad_income, share_income, withdraw, withdraw_refund, adjust) or '' for an inner leg.
CREATE TABLE ledger_entry (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  txn_id        bigint NOT NULL REFERENCES ledger_txn,
  account_id    bigint NOT NULL REFERENCES ledger_account,
  currency      text NOT NULL,
  amount        bigint NOT NULL CHECK (amount <> 0),
  label         text NOT NULL DEFAULT '',
  balance_after bigint,
  created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ledger_entry_account ON ledger_entry (account_id, id DESC);
CREATE INDEX ledger_entry_income ON ledger_entry (account_id, created_at) WHERE label IN ('ad_income', 'share_income');
CREATE INDEX ledger_entry_txn ON ledger_entry (txn_id);

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the ledger is append-only: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'LG004'; END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger_txn FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER append_only BEFORE DELETE ON ledger_account FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger_txn FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger_account FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- Every transaction sums to zero per currency, has at least two legs, and gets all of them in one statement: a later addition, even a balanced one, is refused.
CREATE FUNCTION ledger_entries_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_txn bigint;
BEGIN
  SELECT n.txn_id INTO v_txn FROM (SELECT DISTINCT txn_id FROM new_entries) n
    WHERE EXISTS (SELECT 1 FROM ledger_entry e WHERE e.txn_id = n.txn_id GROUP BY e.currency HAVING sum(e.amount) <> 0)
       OR (SELECT count(*) FROM ledger_entry e WHERE e.txn_id = n.txn_id) < 2
       OR (SELECT count(*) FROM ledger_entry e WHERE e.txn_id = n.txn_id) <> (SELECT count(*) FROM new_entries x WHERE x.txn_id = n.txn_id)
    LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'ledger transaction % does not balance', v_txn USING ERRCODE = 'LG002'; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER zero_sum AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_balance();

-- The one write path. legs: [{"kind":"coin","user_id":7,"amount":"-500","label":"withdraw"}, ...]; system accounts have no user_id.
-- The same key posts once: it answers the first transaction with posted = false; other legs under the same key are refused.
-- Errors: LG001 malformed legs · LG002 not balanced · LG003 key used for something else · 23514 ledger_balance_not_negative.
CREATE FUNCTION ledger_post(p_kind text, p_key text, p_ref_type text, p_ref_id text, p_user bigint, p_legs jsonb, p_note text)
RETURNS TABLE (txn_id bigint, posted boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE v_canonical text; v_legs int; v_accounts int; v_bad int; v_hash text; v_txn bigint; v_old text;
BEGIN
  SELECT string_agg(l.kind || ':' || coalesce(l.user_id::text, '-') || ':' || l.amount || ':' || coalesce(l.label, ''), ',' ORDER BY l.kind, l.user_id NULLS FIRST),
         count(*), count(DISTINCT l.kind || ':' || coalesce(l.user_id::text, '-')), count(*) FILTER (WHERE l.kind IS NULL OR l.amount IS NULL OR l.amount = 0)
    INTO v_canonical, v_legs, v_accounts, v_bad
    FROM jsonb_to_recordset(p_legs) AS l(kind text, user_id bigint, amount bigint, label text);
  IF v_legs < 2 OR v_accounts <> v_legs OR v_bad > 0 THEN RAISE EXCEPTION 'malformed legs' USING ERRCODE = 'LG001'; END IF;
  v_hash := encode(sha256(convert_to(p_kind || '|' || v_canonical, 'UTF8')), 'hex');

  INSERT INTO ledger_txn (kind, idem_key, ref_type, ref_id, user_id, legs_hash, note)
    VALUES (p_kind, p_key, p_ref_type, p_ref_id, p_user, v_hash, p_note)
    ON CONFLICT (idem_key) DO NOTHING RETURNING id INTO v_txn;
  IF v_txn IS NULL THEN
    SELECT id, legs_hash INTO v_txn, v_old FROM ledger_txn WHERE idem_key = p_key;
    IF v_old IS DISTINCT FROM v_hash THEN RAISE EXCEPTION 'ledger key % was used for something else', p_key USING ERRCODE = 'LG003'; END IF;
    RETURN QUERY SELECT v_txn, false;
    RETURN;
  END IF;

  INSERT INTO ledger_account (user_id, kind, tracks_balance)
    SELECT l.user_id, l.kind, l.user_id IS NOT NULL FROM jsonb_to_recordset(p_legs) AS l(kind text, user_id bigint)
     WHERE NOT EXISTS (SELECT 1 FROM ledger_account a WHERE coalesce(a.user_id, 0) = coalesce(l.user_id, 0) AND a.kind = l.kind AND a.currency = 'ADC')
     ORDER BY coalesce(l.user_id, 0), l.kind
    ON CONFLICT DO NOTHING;

  -- Ascending ids: two transactions that touch the same accounts never wait for each other in a circle.
  PERFORM 1 FROM ledger_account a
    WHERE a.tracks_balance AND a.id IN (
      SELECT b.id FROM ledger_account b JOIN jsonb_to_recordset(p_legs) AS l(kind text, user_id bigint)
        ON coalesce(b.user_id, 0) = coalesce(l.user_id, 0) AND b.kind = l.kind AND b.currency = 'ADC')
    ORDER BY a.id FOR NO KEY UPDATE OF a;

  -- Relative, under the lock: what keeps a balance from being spent twice. The check on the column refuses an overdraft.
  UPDATE ledger_account a SET balance = a.balance + l.amount, version = a.version + 1
    FROM jsonb_to_recordset(p_legs) AS l(kind text, user_id bigint, amount bigint)
    WHERE a.tracks_balance AND coalesce(a.user_id, 0) = coalesce(l.user_id, 0) AND a.kind = l.kind AND a.currency = 'ADC';

  INSERT INTO ledger_entry (txn_id, account_id, currency, amount, label, balance_after)
    SELECT v_txn, a.id, a.currency, l.amount, coalesce(l.label, ''), CASE WHEN a.tracks_balance THEN a.balance END
      FROM jsonb_to_recordset(p_legs) AS l(kind text, user_id bigint, amount bigint, label text)
      JOIN ledger_account a ON coalesce(a.user_id, 0) = coalesce(l.user_id, 0) AND a.kind = l.kind AND a.currency = 'ADC'
     ORDER BY a.id;
  RETURN QUERY SELECT v_txn, true;
END $$;

-- account_enc: AES-256-GCM of the account and the other fields; account_fp: keyed fingerprint, one live account per person it belongs to.
CREATE TABLE user_payway (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id     text NOT NULL UNIQUE,
  user_id       bigint NOT NULL REFERENCES app_user,
  payway_id     bigint NOT NULL REFERENCES payway,
  bank_id       bigint REFERENCES bank,
  holder_name   text NOT NULL,
  account_enc   text NOT NULL,
  account_last4 text NOT NULL,
  account_fp    text NOT NULL,
  is_default    boolean NOT NULL DEFAULT false,
  status        text NOT NULL DEFAULT 'ready' CHECK (status IN ('ready', 'checking', 'failed')),
  usable_from   timestamptz NOT NULL DEFAULT now(),
  removed_at    timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX user_payway_account ON user_payway (payway_id, account_fp) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX user_payway_default ON user_payway (user_id) WHERE is_default AND removed_at IS NULL;
CREATE INDEX user_payway_user ON user_payway (user_id, id) WHERE removed_at IS NULL;

-- amount, fee, net in coin minor units, payout in payout_currency minor units: frozen at the request.
CREATE TABLE withdrawal (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id       text NOT NULL UNIQUE,
  user_id         bigint NOT NULL REFERENCES app_user,
  user_payway_id  bigint NOT NULL REFERENCES user_payway,
  amount          bigint NOT NULL CHECK (amount > 0),
  fee             bigint NOT NULL CHECK (fee >= 0),
  net             bigint NOT NULL CHECK (net > 0),
  payout          bigint NOT NULL CHECK (payout > 0),
  payout_currency text NOT NULL,
  payout_scale    int NOT NULL,
  rate_num        bigint NOT NULL,
  rate_den        bigint NOT NULL,
  fee_bps         int NOT NULL,
  status          text NOT NULL DEFAULT 'submitted' CHECK (status IN ('submitted', 'awaiting_approval', 'paid', 'rejected')),
  payout_state    text NOT NULL DEFAULT 'none' CHECK (payout_state IN ('none', 'queued', 'sent', 'confirmed', 'failed', 'unknown')),
  provider_ref    text UNIQUE,
  reject_reason   text,
  approved_by     text,
  approved_at     timestamptz,
  decided_by      text,
  decided_at      timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CHECK (amount = fee + net)
);
CREATE INDEX withdrawal_user ON withdrawal (user_id, id DESC);
CREATE INDEX withdrawal_open ON withdrawal (status, id) WHERE status IN ('submitted', 'awaiting_approval');

---------------------------------------------------------------------------------------------------- tasks

-- materials: [{"key","kind","label":{i18n},"text":{i18n}|null,"file":"public file name"|null}]; submit_fields and steps as the contract's TaskDetail.
CREATE TABLE task (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id       text NOT NULL UNIQUE,
  code            text NOT NULL UNIQUE,
  kind            smallint NOT NULL CHECK (kind BETWEEN 1 AND 7),
  platform        text,
  icon            text NOT NULL DEFAULT '',
  title_i18n      jsonb NOT NULL,
  brief_i18n      jsonb NOT NULL,
  steps_i18n      jsonb NOT NULL,
  disclosure_i18n jsonb NOT NULL,
  hashtag_i18n    jsonb NOT NULL,
  materials       jsonb NOT NULL DEFAULT '[]',
  example_i18n    jsonb,
  target_url      text,
  submit_fields   jsonb NOT NULL,
  reward          bigint NOT NULL CHECK (reward > 0),
  minutes         int NOT NULL DEFAULT 10,
  deadline_hours  int NOT NULL DEFAULT 24,
  quota_day       int NOT NULL CHECK (quota_day > 0),
  position        int NOT NULL DEFAULT 0,
  starts_at       timestamptz NOT NULL DEFAULT now(),
  ends_at         timestamptz,
  status          text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  is_demo         boolean NOT NULL DEFAULT false,
  created_at      timestamptz NOT NULL DEFAULT now()
);

-- The quota of a day, made when first needed; taken by a guarded update.
CREATE TABLE task_day (
  task_id    bigint NOT NULL REFERENCES task,
  day        date NOT NULL,
  quota_left int NOT NULL CHECK (quota_left >= 0),
  PRIMARY KEY (task_id, day)
);

CREATE TABLE assignment (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id     text NOT NULL UNIQUE,
  task_id       bigint NOT NULL REFERENCES task,
  user_id       bigint NOT NULL REFERENCES app_user,
  day           date NOT NULL,
  reward        bigint NOT NULL CHECK (reward > 0),
  exec_status   smallint NOT NULL DEFAULT 0 CHECK (exec_status BETWEEN 0 AND 4),
  review_status smallint NOT NULL DEFAULT 0 CHECK (review_status BETWEEN 0 AND 3),
  attempt       int NOT NULL DEFAULT 0,
  deadline_at   timestamptz NOT NULL,
  submitted_at  timestamptz,
  reviewed_at   timestamptz,
  reviewed_by   text,
  fail_reason   text,
  history       jsonb NOT NULL DEFAULT '[]',
  created_at    timestamptz NOT NULL DEFAULT now(),
  UNIQUE (task_id, user_id, day)
);
CREATE INDEX assignment_user ON assignment (user_id, id DESC);
CREATE INDEX assignment_pending ON assignment (review_status, id) WHERE review_status = 1;
CREATE INDEX assignment_deadline ON assignment (deadline_at) WHERE exec_status IN (0, 1, 4);

CREATE TABLE bind_account (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id     text NOT NULL UNIQUE,
  user_id       bigint NOT NULL REFERENCES app_user,
  platform      text NOT NULL,
  username      text NOT NULL,
  username_norm text NOT NULL,
  link          text NOT NULL,
  nickname      text,
  description   text,
  avatar        text,
  background    text,
  fans          bigint,
  reg_days      int,
  challenge     text NOT NULL,
  status        smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 0 AND 3),
  fail_reason   text,
  attempt       int NOT NULL DEFAULT 1,
  decided_by    text,
  decided_at    timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX bind_account_taken ON bind_account (platform, username_norm) WHERE status IN (1, 2);
CREATE INDEX bind_account_user ON bind_account (user_id, id);

CREATE TABLE submission (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  assignment_id   bigint NOT NULL REFERENCES assignment,
  attempt         int NOT NULL,
  bind_account_id bigint REFERENCES bind_account,
  video_link      text,
  username        text,
  homepage_link   text,
  file_ids        jsonb NOT NULL DEFAULT '[]',
  auto_check      jsonb,
  submitted_at    timestamptz NOT NULL DEFAULT now(),
  UNIQUE (assignment_id, attempt)
);

CREATE TABLE file (
  id          text PRIMARY KEY,
  user_id     bigint REFERENCES app_user,
  purpose     text NOT NULL,
  sha256      text NOT NULL,
  mime        text NOT NULL,
  bytes       bigint NOT NULL,
  width       int,
  height      int,
  storage_key text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX file_user ON file (user_id, created_at);

---------------------------------------------------------------------------------------------------- machinery

CREATE TABLE idempotency (
  user_id      bigint NOT NULL,
  route        text NOT NULL,
  key          text NOT NULL,
  request_hash text NOT NULL,
  response     jsonb,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_age ON idempotency (created_at);

CREATE TABLE job (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         text NOT NULL,
  unique_key   text UNIQUE,
  payload      jsonb NOT NULL DEFAULT '{}',
  run_at       timestamptz NOT NULL DEFAULT now(),
  attempts     int NOT NULL DEFAULT 0,
  locked_until timestamptz,
  last_error   text,
  failed_at    timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX job_due ON job (run_at) WHERE failed_at IS NULL;

CREATE TABLE audit_log (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  actor      text NOT NULL,
  action     text NOT NULL,
  target     text NOT NULL DEFAULT '',
  detail     jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE health_report (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  app        text NOT NULL,
  release    text NOT NULL,
  phase      text NOT NULL,
  reason     text NOT NULL,
  generation int NOT NULL,
  path       text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX health_report_release ON health_report (app, release, id DESC);

---------------------------------------------------------------------------------------------------- rights

GRANT USAGE ON SCHEMA public TO adcoin_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO adcoin_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO adcoin_app;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON ledger_account, ledger_txn, ledger_entry FROM adcoin_app;
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log, password_history FROM adcoin_app;
REVOKE ALL ON schema_migration FROM adcoin_app;
REVOKE ALL ON FUNCTION ledger_post(text, text, text, text, bigint, jsonb, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post(text, text, text, text, bigint, jsonb, text) TO adcoin_app;
