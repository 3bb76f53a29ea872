import { Page as Money } from './money/money-page.tsx'

/** The screens that the page shows before any code is there. The build draws each of them, in every language. */
export const fragments = { '/money': Money }
