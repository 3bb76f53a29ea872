/**
 * The parts of pages that use the service: lists, failure texts, the clipboard, files. Loaded with `@adcoin/http`; the
 * entry (`remote.tsx` and its imports) cannot use it.
 */
export { defineDraft, type Draft } from './draft.ts'
export { doingText, type Doing, failureText, fieldText, useFieldText } from './failure-text.ts'
export { Freshness } from './freshness.tsx'
export { OperatorNotices } from './operator-notices.tsx'
export { ChartOfDays, useChartDays } from './chart-days.tsx'
export { PagedList } from './paged-list.tsx'
export { useHiddenBalance, ProfileLink, useBalance, usePerson } from './person.tsx'
export { useCountdown } from './use-countdown.ts'
export { useCopy, saveFile } from './copy-and-save.ts'
export { createPasskey, hasPasskeys, passkeyProblem, provePasskey } from './passkey.ts'
