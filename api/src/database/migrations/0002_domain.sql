-- One file for the same bytes of the same person and purpose, however often it is sent.
CREATE UNIQUE INDEX file_same ON file (user_id, purpose, sha256);
-- What a person's doing brought to somebody else (income per team member).
CREATE INDEX ledger_txn_user ON ledger_txn (user_id, id);
-- Open claims of a task, for stopping it.
CREATE INDEX assignment_task ON assignment (task_id) WHERE exec_status IN (0, 1, 4);
CREATE INDEX submission_account ON submission (bind_account_id);
