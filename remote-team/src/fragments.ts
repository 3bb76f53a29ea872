import { Page as Team } from './team/team-page.tsx'

/** The screens that the page shows before any code is there. The build draws each of them, in every language. */
export const fragments = { '/team': Team }
