-- A team is read in parts: each person in it who has friends (`branches`; at first the person) adds up those friends where
-- they are read. team_members (0024) wrote a row for each of 100,000 friends and read it again, which took four times as
-- long as to look at them; the version before still calls it. Each step asks the index (LATERAL, no sequential scan),
-- whatever the statistics say.

-- `level` is that of the branches' friends less one, `nth` how many of the moments were before they joined; `joined` when
-- each branch came under the person, which is the latest binding on the way down.
CREATE FUNCTION team_parts(person bigint, since timestamptz, moments timestamptz[])
  RETURNS TABLE (
    level int, nth int, members bigint, active bigint, tasks bigint, branches bigint[], joined timestamptz[]
  )
LANGUAGE sql STABLE SET enable_seqscan = off SET enable_sort = off SET jit = off AS $$
  WITH RECURSIVE part AS (
    SELECT 0 AS level, 0 AS nth, 0::bigint AS members, 0::bigint AS active, 0::bigint AS tasks,
           ARRAY[person] AS branches, ARRAY[NULL]::timestamptz[] AS joined
    UNION ALL
    SELECT least(part.level + 1, 2), below.*
      FROM part
     CROSS JOIN LATERAL unnest(part.branches, part.joined) branch (id, joined)
     CROSS JOIN LATERAL (
       SELECT width_bucket(greatest(u.invited_at, branch.joined), moments), count(*),
              count(*) FILTER (WHERE u.worked_at >= since), sum(u.claims),
              array_agg(u.id) FILTER (WHERE u.has_friends),
              array_agg(greatest(u.invited_at, branch.joined)) FILTER (WHERE u.has_friends)
         FROM app_user u WHERE u.inviter_id = branch.id GROUP BY 1
     ) below
  )
  SELECT * FROM part
$$;

-- The newest friends of these branches, as many as a page has.
CREATE FUNCTION team_page(branches bigint[], levels int[], joined timestamptz[], before bigint, search text, size int)
  RETURNS TABLE (id bigint, level int, joined timestamptz)
LANGUAGE sql STABLE SET enable_seqscan = off SET jit = off AS $$
  SELECT u.id, branch.level, greatest(u.invited_at, branch.joined)
    FROM unnest(branches, levels, joined) branch (id, level, joined)
   CROSS JOIN LATERAL (
     SELECT a.id, a.invited_at FROM app_user a
      WHERE a.inviter_id = branch.id AND (before IS NULL OR a.id < before)
        AND (search IS NULL OR starts_with(a.public_id, search))
      ORDER BY a.id DESC LIMIT size
   ) u
   ORDER BY u.id DESC LIMIT size
$$;

-- The members who joined since then, and those who are named, if they are members.
CREATE FUNCTION team_joined(person bigint, since timestamptz, named bigint[])
  RETURNS TABLE (id bigint, level int, joined timestamptz)
LANGUAGE sql STABLE SET enable_seqscan = off SET jit = off AS $$
  WITH branch AS MATERIALIZED (
    SELECT each.id, least(part.level + 1, 2) AS level, each.joined
      FROM team_parts(person, since, '{}') part CROSS JOIN LATERAL unnest(part.branches, part.joined) each (id, joined)
  )
  SELECT u.id, branch.level, u.joined
    FROM branch CROSS JOIN LATERAL (
      SELECT a.id, greatest(a.invited_at, branch.joined) AS joined FROM app_user a WHERE a.inviter_id = branch.id OFFSET 0
    ) u
   WHERE u.joined >= since
  UNION
  SELECT u.id, branch.level, greatest(u.invited_at, branch.joined)
    FROM app_user u JOIN branch ON branch.id = u.inviter_id WHERE u.id = ANY (named)
$$;
