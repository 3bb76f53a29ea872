import type { Browser } from 'playwright'
import type { Profile } from './profiles.ts'
import type { LoadFigures } from './table.ts'
import { openVisitor, type LoadMoment, type Start, type Visitor } from './visit.ts'

const wallet = { path: '/money', app: 'remote-wallet' }

/**
 * One visit of a new browser: a cold load, for the home the way from there to the wallet, and a second load with the
 * cache of the first.
 */
export async function measureVisit(
  browser: Browser,
  url: string,
  start: Start,
  profile: Profile,
  printLine: (line: string) => void,
): Promise<LoadFigures> {
  const person = await openVisitor(browser, url, start, profile)
  try {
    return await (profile.name === 'modelled' ? measureByModel : measureByClock)(person, start, printLine)
  } finally {
    await person.leave()
  }
}

/** The first data of a cold load in ms, by the profile's clock or model, of a page that never gets a script. */
export async function measureFirstData(browser: Browser, url: string, start: Start, profile: Profile): Promise<number> {
  const person = await openVisitor(browser, url, start, profile)
  try {
    const { firstData } = await person.load('firstData')
    return profile.name === 'modelled' ? firstData.model.ms : firstData.ms
  } finally {
    await person.leave()
  }
}

async function measureByClock(person: Visitor, start: Start, printLine: (line: string) => void): Promise<LoadFigures> {
  const first = await person.load()
  for (const line of first.timeline) printLine(line)
  const way = start.path === '/home' ? await person.goTo(wallet) : undefined
  const again = await person.load()
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

async function measureByModel(person: Visitor, start: Start, printLine: (line: string) => void): Promise<LoadFigures> {
  const first = await person.load()
  for (const line of first.timeline) printLine(line)
  const way = start.path === '/home' ? await person.goTo(wallet) : undefined
  const again = await person.load()
  const toFigures = (name: string, { model, requests }: Pick<LoadMoment, 'model' | 'requests'>) => ({
    [`${name}, ms`]: model.ms,
    [`${name}: requests in a row`]: model.requests,
    [`${name}: requests`]: requests,
    [`${name}: KB`]: model.kb,
    [`${name}: CPU ms`]: model.cpuMs,
  })
  return {
    ...toFigures('FCP', first.paint),
    ...(start.token === null ? {} : toFigures('first data', first.firstData)),
    ...toFigures('heading', first.heading),
    ...(start.token === null ? {} : toFigures('data', first.filled)),
    ...(way ? { 'first way to the wallet, ms': way.model.ms, 'first way: KB': way.model.kb } : {}),
    'again: FCP, ms': again.paint.model.ms,
    'again: heading, ms': again.heading.model.ms,
    ...(start.token === null ? {} : { 'again: data, ms': again.filled.model.ms }),
    'again: KB': again.filled.model.kb,
  }
}
