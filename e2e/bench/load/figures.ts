import type { Browser } from 'playwright'
import type { Profile } from './profiles.ts'
import type { LoadFigures } from './table.ts'
import { visitor, type Moment, type Start, type Visitor } from './visit.ts'

const wallet = { path: '/money', app: 'remote-wallet' }

/**
 * One visit of a new browser: a cold load, for the home the way from there to the wallet, and a second load with the
 * cache of the first.
 */
export async function figuresOf(
  browser: Browser,
  url: string,
  start: Start,
  profile: Profile,
  say: (line: string) => void,
): Promise<LoadFigures> {
  const somebody = await visitor(browser, url, start, profile)
  try {
    return await (profile.name === 'modelled' ? byModel : byClock)(somebody, start, say)
  } finally {
    await somebody.leave()
  }
}

/** The first data of a cold load in ms, by the profile's clock or model, of a page that never gets a script. */
export async function firstDataOf(browser: Browser, url: string, start: Start, profile: Profile): Promise<number> {
  const somebody = await visitor(browser, url, start, profile)
  try {
    const { firstData } = await somebody.load('firstData')
    return profile.name === 'modelled' ? firstData.model.ms : firstData.ms
  } finally {
    await somebody.leave()
  }
}

async function byClock(somebody: Visitor, start: Start, say: (line: string) => void): Promise<LoadFigures> {
  const first = await somebody.load()
  for (const line of first.timeline) say(line)
  const way = start.path === '/home' ? await somebody.goTo(wallet) : undefined
  const again = await somebody.load()
  return {
    'FCP, ms': first.paint.ms,
    ...(start.token === null ? {} : { 'first data, ms': first.firstData.ms }),
    'LCP, ms': first.vitals.lcp,
    'CLS, thousandths': first.vitals.cls * 1000,
    'TBT, ms': first.vitals.tbt,
    'frames dropped': first.vitals.framesDropped,
    'heading, ms': first.heading.ms,
    ...(start.token === null ? {} : { 'data, ms': first.filled.ms }),
    'script, CPU ms': first.scriptMs,
    ...(way ? { 'first way to the wallet, ms': way.ms } : {}),
    'again: FCP, ms': again.paint.ms,
    ...(start.token === null ? {} : { 'again: first data, ms': again.firstData.ms }),
    'again: heading, ms': again.heading.ms,
    ...(start.token === null ? {} : { 'again: data, ms': again.filled.ms }),
  }
}

async function byModel(somebody: Visitor, start: Start, say: (line: string) => void): Promise<LoadFigures> {
  const first = await somebody.load()
  for (const line of first.timeline) say(line)
  const way = start.path === '/home' ? await somebody.goTo(wallet) : undefined
  const again = await somebody.load()
  const parts = (name: string, { model, requests }: Pick<Moment, 'model' | 'requests'>) => ({
    [`${name}, ms`]: model.ms,
    [`${name}: requests in a row`]: model.requests,
    [`${name}: requests`]: requests,
    [`${name}: KB`]: model.kb,
    [`${name}: CPU ms`]: model.cpuMs,
  })
  return {
    ...parts('FCP', first.paint),
    ...(start.token === null ? {} : parts('first data', first.firstData)),
    ...parts('heading', first.heading),
    ...(start.token === null ? {} : parts('data', first.filled)),
    ...(way ? { 'first way to the wallet, ms': way.model.ms, 'first way: KB': way.model.kb } : {}),
    'again: FCP, ms': again.paint.model.ms,
    'again: heading, ms': again.heading.model.ms,
    ...(start.token === null ? {} : { 'again: data, ms': again.filled.model.ms }),
    'again: KB': again.filled.model.kb,
  }
}
