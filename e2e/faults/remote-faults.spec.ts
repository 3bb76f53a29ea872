import { buildReleaseFolder, type ApiCode, type LiveApp } from '@adcoin/contract'
import {
  drawNothing,
  stallAtEvaluation,
  throwAtEvaluation,
  throwInEffect,
  throwInRender,
  throwNull,
  suspendForEver,
} from '../injectors/releases.ts'
import {
  answerInstead,
  dripAnswer,
  flipLastByte,
  sendWithoutEnd,
  replaceHeaders,
  stall,
  stallHalfWay,
  type WireFault,
} from '../injectors/wire-faults.ts'
import { matchText } from '../product/match-text.ts'
import type { Edit } from '../product/site.ts'
import { expect } from '../product/test.ts'
import { recordMeasurement, type FaultKind } from './fault-report.ts'
import { areas, provideFallbacks, test, visit, type FaultArea, type Scene, type FaultVisit } from './scene.ts'

/** A file of a release, by what it is for. */
type Part = 'entry' | 'page' | 'style' | 'words'

/** A fault of a remote: of a file on the wire, or of what was published. Tried on all four; the tap meets it. */
type RemoteFault = {
  readonly kind: FaultKind
  readonly wire?: readonly [Part, WireFault]
  readonly timesEach?: number
  readonly release?: Edit
  readonly language?: ApiCode
  /** How many releases have the fault, the live one first; default 1. */
  readonly broken?: number
  /** Which release is shown in the end. `card`: none, and Retry heals once the fault is over. */
  readonly shown: 'live' | 'previous' | 'card'
  /** The reason in the report begins with it; the position in the release follows. */
  readonly thrown?: string
}

const createHardFault = (part: Part, fault: WireFault): RemoteFault => ({
  kind: 'hard',
  wire: [part, fault],
  shown: 'previous',
})
const createStallFault = (part: Part, fault: WireFault): RemoteFault => ({
  kind: 'stall',
  wire: [part, fault],
  shown: 'previous',
})
const createHarmlessFault = (part: Part, fault: WireFault): RemoteFault => ({
  kind: 'none',
  wire: [part, fault],
  shown: 'live',
})
const createReleaseFault = (kind: FaultKind, release: Edit): RemoteFault => ({ kind, release, shown: 'previous' })
const createThrow = (release: Edit, thrown: string): RemoteFault => ({ ...createReleaseFault('hard', release), thrown })
const hotel = answerInstead(200, { 'content-type': 'text/html' }, '<!doctype html><title>Hotel</title>')

const remoteFaults: Readonly<Record<string, RemoteFault>> = {
  'B02 entry answers 500': createHardFault('entry', answerInstead(500)),
  'B03 entry answers 503 with Retry-After': createHardFault('entry', answerInstead(503, { 'retry-after': '120' })),
  'B05 entry is slow but alive': createHarmlessFault('entry', dripAnswer(8, 400)),
  'B06 entry hangs before headers': createStallFault('entry', stall),
  'B06 entry hangs half-way': createStallFault('entry', stallHalfWay),
  'B06 file of the page hangs': createStallFault('page', stall),
  'B06 evaluation never ends': createReleaseFault('stall', stallAtEvaluation),
  'B06 entries of two releases hang': { ...createStallFault('entry', stall), broken: 2, shown: 'card' },
  'B09 entry is a page': createHardFault('entry', hotel),
  'B11 throws at evaluation': createReleaseFault('hard', throwAtEvaluation),
  'B12 entry has a wrong byte, always': createHardFault('entry', flipLastByte),
  'B12 file of the page has a wrong byte, once': { ...createHardFault('page', flipLastByte), timesEach: 1 },
  'B14 entry has the MIME type of text': createHardFault('entry', replaceHeaders({ 'content-type': 'text/plain' })),
  'B20 every release is missing': { ...createHardFault('entry', answerInstead(404)), broken: Infinity, shown: 'card' },
  'B23 entry never ends': createHardFault('entry', sendWithoutEnd),
  'D02 file of the page answers 500': createHardFault('page', answerInstead(500)),
  'D04 style is missing': createHardFault('style', answerInstead(404)),
  'D05 style hangs': createStallFault('style', stall),
  'D08 language file is missing': { ...createHarmlessFault('words', answerInstead(404)), language: 'pt_PT' },
  'E01 throws in render': createThrow(throwInRender, 'Error: broken in render'),
  'E01 throws in an effect': createThrow(throwInEffect, 'Error: broken in an effect'),
  'E01 suspends for ever': createReleaseFault('stall', suspendForEver),
  'E01 renders nothing': createReleaseFault('stall', drawNothing),
  'E16 throws null': createReleaseFault('hard', throwNull),
}

/** Tried in Firefox and WebKit too, on one remote. */
const inAllEngines: ReadonlySet<string> = new Set(['B06', 'B09', 'B11', 'B12', 'B14', 'B20', 'D02', 'E01', 'E16'])

const card = 'Something went wrong, please try again later'
/** A screen of the shell: no remote was fetched yet. */
const ownScreen = '/language'
/** Two releases that stall one after the other, on a slow machine. The report has the goal of the time. */
const patienceMs = 40_000

for (const [title, fault] of Object.entries(remoteFaults)) {
  const [id = '', says = ''] = title.split(/ (.*)/)
  for (const area of areas) {
    const isTeam = area.app === 'remote-team'
    const tag = isTeam && title === 'B02 entry answers 500' ? '@core' : isTeam && inAllEngines.has(id) ? '@engines' : []
    test(`${title}: ${area.app}`, { tag }, async ({ scene }, info) => {
      const live = await prepare(scene, fault, area)
      test.skip(
        fault.wire?.[0] === 'style' && live.versions[live.active]?.styles.length === 0,
        'has no style sheet of its own',
      )
      const seen = await visit(scene, ownScreen, fault.language)
      inject(scene, fault, area, live)
      const ms = await timeUntilShown(seen, fault, area, live.active)
      await expectReports(seen, fault, area, live.active)
      await expectWholeFrame(seen, fault, area)
      scene.proxy.heal()
      if (fault.shown === 'card') await heal(seen, area)
      const lost = await seen.findLosses(area.path)
      recordMeasurement(info, { id, says, where: area.app, kind: fault.kind, ms, lost })
      expect(lost).toEqual([])
    })
  }
}
let undo = async () => {}
test.afterEach(async ({ scene }) => {
  scene.proxy.heal()
  for (const context of scene.browser.contexts()) await context.close()
  await undo()
  undo = async () => {}
})

/** A release to fall back to, and the broken one in front of it. */
async function prepare(
  scene: Scene,
  { release, shown, broken = 1 }: RemoteFault,
  { app }: FaultArea,
): Promise<LiveApp> {
  const { site } = scene
  if (release) {
    await site.publish(app, release)
    undo = async () => void (await site.release('rollback', app, '--why', 'the test is over'))
  } else if (shown === 'previous') await provideFallbacks(scene, app, broken)
  return site.liveApp(app)
}

function inject(
  { proxy }: Scene,
  { wire, broken = 1, timesEach, language }: RemoteFault,
  area: FaultArea,
  live: LiveApp,
): void {
  if (!wire) return
  const [part, fault] = wire
  for (const release of [live.active, ...live.previous].slice(0, broken))
    proxy.inject(
      addressOf(area, live.versions[release], release, part, language),
      fault,
      timesEach === undefined ? {} : { timesEach },
    )
}

function addressOf(
  { app, path }: FaultArea,
  version: LiveApp['versions'][string] | undefined,
  release: string,
  part: Part,
  language: ApiCode = 'en_US',
): RegExp {
  const file = {
    entry: version?.entry,
    page: version?.preload[path]?.find(each => each.endsWith('.js')),
    style: version?.styles[0],
    words: version?.locales[language],
  }[part]
  if (file === undefined) throw new Error(`${app} ${release} has no ${part} for ${path}`)
  return new RegExp(`^${buildReleaseFolder(app, release)}/${file}$`.replaceAll('.', '\\.'))
}

/** @returns ms by the clock of the page: locators poll from outside, every half second */
async function timeUntilShown({ page }: FaultVisit, { shown }: RemoteFault, { app, path }: FaultArea, active: string) {
  const area = `[data-area="${app}"]`
  const selector = {
    live: `${area}[data-release="${active}"] h1`,
    previous: `${area}:not([data-release="${active}"]) h1`,
    card: '[role="alert"]',
  }[shown]
  const ms = await page.evaluate(
    ({ to, wanted, text, mostMs }) => {
      const began = performance.now()
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
      return new Promise<number | undefined>(done => {
        const isShown = () =>
          [...document.querySelectorAll(wanted)].some(
            each => each.textContent?.includes(text) && each.checkVisibility({ visibilityProperty: true }),
          )
        const poll = setInterval(() => {
          const took = performance.now() - began
          if (!isShown() && took < mostMs) return
          clearInterval(poll)
          done(isShown() ? took : undefined)
        }, 20)
      })
    },
    { to: path, wanted: selector, text: shown === 'card' ? card : '', mostMs: patienceMs },
  )
  if (ms === undefined) throw new Error(`${shown}: not shown within ${patienceMs} ms`)
  return ms
}

/** One report of the broken release, and one more where its card was shown. */
async function expectReports(
  { reports }: FaultVisit,
  { shown, wire, thrown }: RemoteFault,
  { app }: FaultArea,
  active: string,
) {
  const cards = shown === 'card' ? 1 : 0
  const failures = shown === 'live' && wire?.[0] !== 'words' ? 0 : 1
  const listOwnReports = () => reports.filter(({ release }) => release === active)
  await expect.poll(listOwnReports, { message: 'reports of the release' }).toHaveLength(failures + cards)
  expect(listOwnReports().filter(({ outcome }) => outcome === 'card')).toHaveLength(cards)
  if (thrown !== undefined)
    expect(listOwnReports()[0]?.reason).toMatch(new RegExp(`^${thrown} @ [\\w.-]+\\.js:\\d+:\\d+$`))
  expect(reports.filter(report => report.app !== app)).toEqual([])
}

/** No blank area, no error but the injected one, tab bar and help. */
async function expectWholeFrame({ page, sights, errors }: FaultVisit, { release }: RemoteFault, { app }: FaultArea) {
  expect(sights).toEqual([])
  if (!release) expect(errors).toEqual([])
  const tabs = page.getByRole('navigation', { name: matchText('Main') }).getByRole('link')
  if (app !== 'remote-auth') await expect(tabs).toHaveCount(4)
  await expect(page.getByRole('button', { name: matchText('Help') })).toBeVisible()
}

async function heal({ page }: FaultVisit, { app }: FaultArea): Promise<void> {
  await page.getByRole('alert').filter({ hasText: card }).getByRole('button', { name: 'Retry' }).click()
  await page.locator(`[data-area="${app}"] h1`).first().waitFor()
}
