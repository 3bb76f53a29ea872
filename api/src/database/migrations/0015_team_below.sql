-- Everybody below a person: `level` 1 direct, 2 everybody deeper; `joined` when they came under this person, which is the
-- latest binding on the way down. Each step asks the index (OFFSET 0, no sequential scan), whatever the statistics say: a
-- join of the whole table would read all people once for each step of a chain.
CREATE FUNCTION team_below(person bigint) RETURNS TABLE (id bigint, level int, joined timestamptz)
LANGUAGE sql STABLE SET enable_seqscan = off SET jit = off AS $$
  WITH RECURSIVE below AS (
    SELECT u.id, 1 AS level, u.invited_at AS joined FROM app_user u WHERE u.inviter_id = person
    UNION ALL
    SELECT u.id, 2, greatest(u.invited_at, b.joined)
      FROM below b CROSS JOIN LATERAL (
        SELECT a.id, a.invited_at FROM app_user a WHERE a.inviter_id = b.id OFFSET 0
      ) u
  )
  SELECT * FROM below
$$;
