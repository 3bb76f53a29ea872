-- `cancelled`: by the person, before an operator approved it.
ALTER TABLE withdrawal DROP CONSTRAINT withdrawal_status_check;
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_status_check
  CHECK (status IN ('submitted', 'awaiting_approval', 'paid', 'rejected', 'cancelled')) NOT VALID;
