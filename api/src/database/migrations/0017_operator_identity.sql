-- Who approved and who released it at the organisation's sign-in, `issuer|subject`: names there can be changed.
-- Null for operators without that sign-in, and for approvals of before.
ALTER TABLE withdrawal
  ADD COLUMN approved_identity text,
  ADD COLUMN released_identity text;
