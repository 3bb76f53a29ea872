-- What is the same for everybody is held in memory by every replica, and told here when it changed: once per statement,
-- heard after the commit. Rare writes of operators, so the lock that NOTIFY takes at a commit is no matter.
CREATE FUNCTION tell_shared() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shared_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER shared_told AFTER INSERT OR UPDATE OR DELETE ON service_setting FOR EACH STATEMENT EXECUTE FUNCTION tell_shared();
CREATE TRIGGER shared_told AFTER INSERT OR UPDATE OR DELETE ON claim FOR EACH STATEMENT EXECUTE FUNCTION tell_shared();
CREATE TRIGGER shared_told AFTER INSERT OR UPDATE OR DELETE ON region FOR EACH STATEMENT EXECUTE FUNCTION tell_shared();
CREATE TRIGGER shared_told AFTER INSERT OR UPDATE OR DELETE ON payway FOR EACH STATEMENT EXECUTE FUNCTION tell_shared();
