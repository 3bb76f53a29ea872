-- The list of tasks is made of the open ones, cached by each replica (migration 0011), and of the places of the day.
CREATE TRIGGER shared_told AFTER INSERT OR UPDATE OR DELETE ON task FOR EACH STATEMENT EXECUTE FUNCTION tell_shared();
CREATE INDEX task_day_of_day ON task_day (day);
