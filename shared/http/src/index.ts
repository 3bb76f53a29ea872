export { client } from './client.ts'
export { send, type SendOptions, type UploadProgress } from './send.ts'
/**
 * Unused since axios is in the file of this package. A removed name would raise the major version, and no earlier
 * release of a remote would fit.
 */
export const prepareHttp = (): Promise<void> => Promise.resolve()
export { HttpFailure, failureOf, type FailureKind } from './failure.ts'
export { httpReports, type HttpReport } from './reports.ts'
export { callKey, queryClient, refresh, seedFromPage, writeCache, whenVisible } from './cache.ts'
export { useCall, type CallOptions } from './use-call.ts'
export { usePages, type Pages, type PagesOptions } from './use-pages.ts'
export { useSubmit, type Submit, type SubmitOptions } from './use-submit.ts'
export { httpOf } from './http-of.ts'
export { fetchFile } from './fetch-file.ts'
export { unanswered, settle, settleAsNotPlaced, type Unanswered } from './pending.ts'
