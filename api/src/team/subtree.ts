import { sql } from 'kysely'

/** All members below a person, as the table `below` (`team_below` in the migrations). */
export const below = (userId: bigint) => sql`below AS MATERIALIZED (SELECT * FROM team_below(${userId}))`
