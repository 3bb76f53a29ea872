-- An account that its owner ended: what was personal is gone, the row stands for what the ledger must keep.
ALTER TABLE app_user DROP CONSTRAINT app_user_status_check;
ALTER TABLE app_user ADD CONSTRAINT app_user_status_check CHECK (status IN ('active', 'disabled', 'deleted'));

-- Hashes of passwords are never taken out of the history, but for somebody who is gone.
CREATE FUNCTION forget_passwords(p_user bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  DELETE FROM password_history h USING app_user u WHERE h.user_id = p_user AND u.id = p_user AND u.status = 'deleted'
$$;
REVOKE ALL ON FUNCTION forget_passwords(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_passwords(bigint) TO adcoin_app;
