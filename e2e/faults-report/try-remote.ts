import type { ApiCode, RegistryRelease } from '@adcoin/contract'
import { sameAgain } from '../injectors/releases.ts'
import { said } from '../product/said.ts'
import { stalls } from '../injectors/wire-faults.ts'
import type { Tried } from './figures.ts'
import { twoStalls, type Part, type RemoteRow } from './rows.ts'
import { areas, ownScreen, visit, type Area, type Scene, type Visit } from './scene.ts'

const card = 'Something went wrong, please try again later'
/** Later than any goal: what has not come by then does not come. */
const patienceMs = 14_000

/** One row on all four remotes. Stalls wait two beside each other, what fails at once is timed alone. */
export async function tryOnRemotes(scene: Scene, row: RemoteRow): Promise<readonly Tried[]> {
  const tries: Tried[] = []
  const about = row.wire?.part === 'style' ? await withStyles(scene) : areas
  if (row.release) for (const { app } of about) await scene.site.publish(app, row.release)
  try {
    const beside = row.kind === 'stall' ? 2 : 1
    for (let at = 0; at < about.length; at += beside)
      tries.push(...(await Promise.all(about.slice(at, at + beside).map(area => tryOn(scene, row, area)))))
    return tries
  } finally {
    if (row.release) for (const { app } of about) await scene.site.release('rollback', app, '--why', 'the row is over')
  }
}

/** A good release of each remote beside the one that is live, so that there is one to fall back to. */
export async function publishOneMore(scene: Scene): Promise<void> {
  for (const { app } of areas) await scene.site.publish(app, sameAgain)
}

async function withStyles({ site }: Scene): Promise<readonly Area[]> {
  const live = await Promise.all(areas.map(async area => ({ area, release: await site.live(area.app) })))
  return live.filter(({ release }) => release.active.styles.length > 0).map(({ area }) => area)
}

async function tryOn(scene: Scene, row: RemoteRow, area: Area): Promise<Tried> {
  const { active, previous } = await scene.site.live(area.app)
  const seen = await visit(scene, ownScreen, row.language)
  const faults: (() => void)[] = []
  try {
    if (row.wire) {
      const { part, fault, all, timesEach } = row.wire
      const broken = all ? [active, ...previous] : row === twoStalls ? [active, ...previous.slice(0, 1)] : [active]
      for (const release of broken)
        faults.push(
          scene.proxy.inject(addressOf(release, part, area.path, row.language), row === twoStalls ? stalls : fault, {
            ...(timesEach === undefined ? {} : { timesEach }),
          }),
        )
    }
    const ms = await stands(seen, row, area, active.id)
    const why = await whatIsWrong(seen, row, area, active.id)
    for (const takeAway of faults) takeAway()
    if (row.survived === 'card') await heals(seen, area)
    return { where: area.app, ms, lost: await seen.lost(area.path), ...(why ? { why } : {}) }
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return { where: area.app, ms: patienceMs, lost: await seen.lost(area.path).catch(() => []), why }
  } finally {
    for (const takeAway of faults) takeAway()
    await seen.end()
  }
}

/**
 * Goes there, and waits for what must stand in the area in the end: a heading of the right release, or the card.
 *
 * @returns how long that took by the page's own clock, in ms: who asks a page from outside asks every half second
 */
async function stands({ page }: Visit, row: RemoteRow, { app, path }: Area, active: string): Promise<number> {
  const area = `[data-area="${app}"]`
  const [selector, text] = {
    live: [`${area}[data-release="${active}"] h1`, ''],
    previous: [`${area}:not([data-release="${active}"]) h1`, ''],
    card: ['[role="alert"]', card],
  }[row.survived] as [string, string]
  const ms = await page.evaluate(
    ({ to, wanted, says, mostMs }) => {
      const began = performance.now()
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
      return new Promise<number | undefined>(done => {
        const isThere = () =>
          [...document.querySelectorAll(wanted)].some(
            each => each.textContent?.includes(says) && each.checkVisibility({ visibilityProperty: true }),
          )
        const look = setInterval(() => {
          const took = performance.now() - began
          if (!isThere() && took < mostMs) return
          clearInterval(look)
          done(isThere() ? took : undefined)
        }, 20)
      })
    },
    { to: path, wanted: selector, says: text, mostMs: patienceMs },
  )
  if (ms === undefined) throw new Error(`not within ${patienceMs} ms: ${row.survived}`)
  return Math.round(ms)
}

/**
 * The common block of faults.md: one report of the right release, one more where its card was shown, no blank area, no
 * error, the frame alive.
 */
async function whatIsWrong(seen: Visit, row: RemoteRow, { app }: Area, active: string): Promise<string | undefined> {
  const { page, reports, sights, errors } = seen
  const wanted = row.survived === 'live' && row.wire?.part !== 'words' ? 0 : 1
  const cards = row.survived === 'card' ? 1 : 0
  const end = Date.now() + 2_000
  while (reports.length < wanted + cards && Date.now() < end) await page.waitForTimeout(50)
  if (reports.some(report => report.app !== app)) return `another app is blamed: ${JSON.stringify(reports)}`
  const own = reports.filter(report => report.release === active)
  const ofCards = own.filter(report => report.outcome === 'card').length
  if (own.length - ofCards !== wanted) return `${own.length - ofCards} reports of the release, not ${wanted}`
  if (ofCards !== cards) return `${ofCards} reports of a card, not ${cards}`
  if (sights[0]) return `${sights[0].what} at ${sights[0].path}`
  if (errors.length > 0 && !row.release) return `an error in the page: ${errors[0]}`
  if (
    app !== 'remote-auth' &&
    (await page
      .getByRole('navigation', { name: said('Main') })
      .getByRole('link')
      .count()) !== 4
  )
    return 'the tab bar is not whole'
  return (await page.getByRole('button', { name: said('Help') }).isVisible()) ? undefined : 'no way to help'
}

/** What the card promises: with the fault over, Retry brings the area, in the same document. */
async function heals({ page }: Visit, { app }: Area): Promise<void> {
  await page.getByRole('alert').filter({ hasText: card }).getByRole('button', { name: 'Retry' }).click()
  await page.locator(`[data-area="${app}"] h1`).first().waitFor()
}

function addressOf(release: RegistryRelease, part: Part, path: string, language: ApiCode = 'en_US'): RegExp {
  const file = {
    entry: release.entry,
    page: Object.entries(release.preload ?? {})
      .find(([route]) => route === path)?.[1]
      ?.find(each => each.endsWith('.js')),
    style: release.styles[0],
    words: release.locales[language],
  }[part]
  if (file === undefined) throw new Error(`${release.path} has no ${part} for ${path}`)
  return new RegExp(`^${release.path}/${file}$`.replaceAll('.', '\\.'))
}
