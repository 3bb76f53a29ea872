-- Addresses and sizes of encoded pictures, with texts in six languages; a task without them is shown by its icon.
ALTER TABLE task ADD COLUMN picture jsonb, ADD COLUMN example_picture jsonb;
