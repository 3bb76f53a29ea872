-- The request that caused a row: the id of the log, the answer and the screen. A transaction names it once
-- (`SET LOCAL adcoin.request`), and a job keeps it, so that what runs later has it too. Rows of before have none.
ALTER TABLE ledger_txn ADD COLUMN request_id text;
ALTER TABLE audit_log ADD COLUMN request_id text;
ALTER TABLE job ADD COLUMN request_id text;
ALTER TABLE ledger_txn ALTER COLUMN request_id SET DEFAULT nullif(current_setting('adcoin.request', true), '');
ALTER TABLE audit_log ALTER COLUMN request_id SET DEFAULT nullif(current_setting('adcoin.request', true), '');
ALTER TABLE job ALTER COLUMN request_id SET DEFAULT nullif(current_setting('adcoin.request', true), '');
