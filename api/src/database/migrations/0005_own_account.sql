-- Proving that it is the owner (prove, delete), and a new number or address (contact).
ALTER TABLE verify_code DROP CONSTRAINT verify_code_purpose_check;
ALTER TABLE verify_code ADD CONSTRAINT verify_code_purpose_check
  CHECK (purpose IN ('register', 'reset', 'reset_pay', 'withdraw', 'prove', 'contact', 'delete'));
ALTER TABLE verify_ticket DROP CONSTRAINT verify_ticket_purpose_check;
ALTER TABLE verify_ticket ADD CONSTRAINT verify_ticket_purpose_check
  CHECK (purpose IN ('register', 'reset', 'owner'));
