-- What a team shows of each member is kept with the person, in the transaction that changes it: a team of 100,000 is then
-- read with its people, without a look at the claims and the friends of each. `has_friends` is never taken back.
ALTER TABLE app_user
  ADD COLUMN claims int NOT NULL DEFAULT 0,
  ADD COLUMN worked_at timestamptz,
  ADD COLUMN has_friends boolean NOT NULL DEFAULT false;

-- Counts instead of adding one: right for people whose earlier claims are not filled in yet (0025), too.
CREATE FUNCTION keep_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE app_user SET claims = (SELECT count(*) FROM assignment WHERE user_id = new.user_id),
                      worked_at = greatest(worked_at, new.created_at, new.submitted_at)
   WHERE id = new.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_work AFTER INSERT OR UPDATE OF submitted_at ON assignment FOR EACH ROW EXECUTE FUNCTION keep_work();

CREATE FUNCTION keep_friends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE app_user SET has_friends = true WHERE id = new.inviter_id AND NOT has_friends;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_friends AFTER INSERT OR UPDATE OF inviter_id ON app_user FOR EACH ROW
  WHEN (new.inviter_id IS NOT NULL) EXECUTE FUNCTION keep_friends();

-- team_below (0015) with those figures; each step asks the index only for members who have friends. The version before
-- still calls team_below.
CREATE FUNCTION team_members(person bigint)
  RETURNS TABLE (id bigint, level int, joined timestamptz, claims int, worked_at timestamptz)
LANGUAGE sql STABLE SET enable_seqscan = off SET jit = off SET work_mem = '16MB' AS $$
  WITH RECURSIVE below AS (
    SELECT u.id, 1 AS level, u.invited_at AS joined, u.claims, u.worked_at, u.has_friends
      FROM app_user u WHERE u.inviter_id = person
    UNION ALL
    SELECT u.id, 2, greatest(u.invited_at, b.joined), u.claims, u.worked_at, u.has_friends
      FROM below b CROSS JOIN LATERAL (
        SELECT a.id, a.invited_at, a.claims, a.worked_at, a.has_friends FROM app_user a WHERE a.inviter_id = b.id OFFSET 0
      ) u
     WHERE b.has_friends
  )
  SELECT below.id, below.level, below.joined, below.claims, below.worked_at FROM below
$$;
