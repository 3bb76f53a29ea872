/**
 * The parts of pages that use the service: lists, failure texts, the clipboard, files. Loaded with `@adcoin/http`; the
 * entry (`remote.tsx` and its imports) cannot use it.
 */
export { defineDraft, type Draft } from './draft.ts'
export { doingText, type Doing } from './doing.ts'
export { failureText, fieldText, useFieldText } from './failure-text.ts'
export { Freshness } from './freshness.tsx'
export { OperatorNotices } from './operator-notices.tsx'
export { ChartOfDays, useChartDays } from './chart-days.tsx'
export { PagedList } from './paged-list.tsx'
export { useHiddenBalance } from './hidden-balance.tsx'
export { ProfileLink } from './profile-link.tsx'
export { useCountdown } from './use-countdown.ts'
export { useBalance, usePerson } from './use-person.ts'
export { useCopy } from './use-copy.ts'
export { createPasskey, hasPasskeys, passkeyProblem, provePasskey } from './passkey.ts'
export { saveFile } from './save-file.ts'
