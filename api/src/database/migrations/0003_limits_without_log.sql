-- Counting a call must not wait for the disk: after a crash of the database every limit begins anew.
ALTER TABLE rate_bucket SET UNLOGGED;
