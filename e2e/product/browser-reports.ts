import {
  assignCanaryGroup,
  reportHealth,
  reportVisits,
  type Live,
  type LiveCanary,
  type RequestOf,
} from '@adcoin/contract'
import { randomBytes } from 'node:crypto'

/** Numbers of browsers that are on this side of a canary. */
export function findBrowsers(
  app: string,
  canary: Pick<LiveCanary, 'share' | 'salt'>,
  side: 'canary' | 'control' | 'rest',
  count: number,
): readonly string[] {
  const found: string[] = []
  while (found.length < count) {
    const number = randomBytes(8).toString('hex')
    if (assignCanaryGroup(number, app, canary) === side) found.push(number)
  }
  return found
}

/** Reports of so many browsers on an app while a canary runs: the side, and whether it failed. */
export async function sendBrowserReports(
  url: string,
  app: string,
  { number: generation, apps }: Live,
  result: { readonly works: number; readonly fails: number },
): Promise<void> {
  const { active, canary } = apps[app] ?? {}
  if (!active || !canary) throw new Error(`no canary of ${app} runs`)
  const trial = canary.salt
  for (const browser of findBrowsers(app, canary, 'rest', result.works))
    await postReport(url, reportVisits.path, {
      ...{ generation, browser },
      visits: [{ app, release: active, group: 'rest', trial, ms: 900 }],
    })
  for (const browser of findBrowsers(app, canary, 'canary', result.fails))
    await postReport(url, reportHealth.path, {
      ...{ app, release: canary.release, generation, browser, group: 'canary', trial },
      ...{ phase: 'evaluate', reason: 'Error: broken at evaluation' },
    })
}

async function postReport(
  url: string,
  path: string,
  body: RequestOf<typeof reportVisits> | RequestOf<typeof reportHealth>,
): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code } = (await answer.json()) as { code: number }
  if (code !== 0) throw new Error(`${path}: ${code}`)
}
