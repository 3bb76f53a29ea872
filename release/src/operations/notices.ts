import { createHmac, randomUUID } from 'node:crypto'
import type { Live, LiveChange } from '@adcoin/contract'
import type { LiveChoice } from '../compose/live.ts'
import type { LiveRecord } from './live-state.ts'
import { listChangedApps } from './plan.ts'
import { readVariable } from '../variables.ts'

/**
 * Notices for operators: something went live, the judge of canaries has a new verdict, or a gateway is in
 * trouble (`lines` empty: over).
 */
export type OperatorNotice =
  | (Pick<LiveChange, 'action' | 'by' | 'why'> & {
      readonly event: 'live'
      readonly generation: number
      readonly created: Live['created']
      /** The apps whose live release or canary changed. */
      readonly apps: Readonly<Record<string, { readonly active: string | null; readonly canary: string | null }>>
    })
  | { readonly event: 'judge'; readonly lines: readonly string[] }
  | { readonly event: 'trouble'; readonly part: string; readonly lines: readonly string[] }

/** Before the second and the third try, milliseconds. */
const pausesMs = [1_000, 5_000]
const timeoutMs = 5_000

/**
 * Notifies of a trouble once it has lasted a while, and of the end of one that was notified.
 *
 * @param part  `gateway on web-1`
 * @returns a function that receives the present problem, or undefined without one
 */
export function createTroubleNotices(
  part: string,
  report: (line: string) => void,
  afterMs = 10_000,
): (trouble: string | undefined) => void {
  let waiting: NodeJS.Timeout | undefined
  let notified = ''
  const send = (lines: readonly string[]) => void sendNotice({ event: 'trouble', part, lines }, report)
  return trouble => {
    clearTimeout(waiting)
    if (trouble === undefined) {
      if (notified !== '') send([])
      notified = ''
    } else if (trouble !== notified)
      waiting = setTimeout(() => {
        notified = trouble
        send(trouble.split('\n'))
      }, afterMs).unref()
  }
}

/** What went live, as a notice. */
export function buildNotice({ live, change }: LiveRecord, before: LiveChoice | undefined): OperatorNotice {
  const { action, by, why } = change
  const { number: generation, created } = live
  const apps = listChangedApps(before?.apps, live.apps).map(app => {
    const { active = null, canary } = live.apps[app] ?? {}
    return [app, { active, canary: canary?.release ?? null }] as const
  })
  return { event: 'live', action, generation, by, why, created, apps: Object.fromEntries(apps) }
}

/**
 * Posts a notice to NOTICE_URL, three times at most. It never throws. An operation does not wait for it; the process
 * ends after it. Headers: `x-adcoin-notice`, the same for each try; `x-adcoin-signature`,
 * `t=<unix seconds>,sha256=<hex>`: the HMAC of `<t>.<body>` with NOTICE_SECRET.
 *
 * @param report  gets one line where the notice was not taken
 */
export async function sendNotice(
  notice: OperatorNotice,
  report: (line: string) => void = line => console.error(line),
  { url = readVariable('NOTICE_URL'), secret = readVariable('NOTICE_SECRET') ?? '', pauses = pausesMs } = {},
): Promise<void> {
  if (url === undefined) return
  if (secret.length < 16) return report('No notice was sent: NOTICE_SECRET needs at least 16 characters')
  const body = JSON.stringify(notice)
  const id = randomUUID()
  let problem = ''
  for (const pauseMs of [0, ...pauses]) {
    await new Promise(done => setTimeout(done, pauseMs))
    const seconds = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    try {
      const { ok, status } = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-adcoin-notice': id,
          'x-adcoin-signature': `t=${seconds},sha256=${signature}`,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (ok) return
      problem = `status ${status}`
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
    }
  }
  report(`NOTICE_URL did not take the notice of ${notice.event}: ${problem}`)
}
