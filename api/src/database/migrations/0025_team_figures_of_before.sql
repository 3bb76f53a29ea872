-- The figures of 0024 for claims and friends from before it, in a transaction of its own: it holds no lock on a table.
-- Who claims meanwhile has the figures from the trigger, and is passed over.
UPDATE app_user u SET claims = work.claims, worked_at = work.at
  FROM (SELECT user_id, count(*) AS claims, max(greatest(created_at, submitted_at)) AS at FROM assignment GROUP BY 1) work
 WHERE u.id = work.user_id AND u.claims = 0;
UPDATE app_user SET has_friends = true WHERE NOT has_friends AND id IN (SELECT inviter_id FROM app_user);
