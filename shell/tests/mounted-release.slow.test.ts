import { cpSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BuiltRelease } from '@adcoin/preset/fixtures'
import { describe, expect, test } from 'vitest'
import type { Composition } from '../src/composition/composition.ts'
import { bad, better, composeFixtures, follow, good, learnsWhatIsLive, page, shown, site } from './harness.ts'

composeFixtures('leavesBehind', 'patchesGlobals', 'stopMissing', 'stopNeverEnds', 'stopThrows')

describe('after a release was mounted', () => {
  test("an error in a handler is reported as the remote's, and the screen stays", async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await page.getByRole('button', { name: 'Throw' }).click()
    await expect.poll(() => site.reports.map(report => report.phase)).toEqual(['runtime'])
    await shown('1.0.0')
    expect(
      await page.evaluate(() => (globalThis as unknown as { runtimeFailures: () => number }).runtimeFailures()),
    ).toBe(1)
  })

  test('unhandled promises are reported once in ten seconds, by the release of their stack', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    for (const _time of [1, 2, 3]) await page.getByRole('button', { name: 'Reject' }).click()
    await expect
      .poll(() => site.reports.map(({ release, phase }) => `${release} ${phase}`))
      .toEqual([`${good.material.id} runtime`])
    await page.waitForTimeout(300)
    expect(site.reports).toHaveLength(1)
    await shown('1.0.0')
  })

  test('`throw null` in render within the first ten seconds brings the previous release', async () => {
    site.publish(better, [good])
    await page.goto(`${site.url}/fixture`)
    await shown('1.1.0')
    await page.getByRole('button', { name: 'Break' }).click()
    await shown('1.0.0')
  })

  test('later, the page gets a card and one retry of the same release first', async () => {
    site.publish(better, [good])
    await page.clock.install()
    await page.goto(`${site.url}/fixture`)
    await shown('1.1.0')
    await page.clock.fastForward(11_000)
    await page.getByRole('button', { name: 'Break' }).click()
    await page.getByRole('alert').waitFor()
    const body = expect.objectContaining({ release: better.material.id, phase: 'render', path: '/fixture' })
    await expect.poll(() => site.reports).toEqual([body, body])
    expect(site.reports.map(({ outcome }) => outcome)).toEqual([undefined, 'card'])
    await page.getByRole('button', { name: 'Retry' }).click()
    await shown('1.1.0')
    await page.getByRole('button', { name: 'Break' }).click()
    await shown('1.0.0')
  })
})

describe('what a remote does to the page it shares', () => {
  test('a changed global is restored at the next commit and reported without a name; the release stays', async () => {
    site.publish(bad.patchesGlobals, [good])
    await page.goto(`${site.url}/fixture`)
    await shown(bad.patchesGlobals.material.version)
    await follow('Elsewhere')
    const state = () =>
      page.evaluate(() => ({
        isNative: history.pushState.toString().includes('[native code]'),
        log: (globalThis as unknown as { composition: Composition }).composition.insight
          .log()
          .map(({ app, what }) => `${app} ${what}`),
      }))
    await expect.poll(state).toEqual({ isNative: true, log: ['shell runtime: something changed history.pushState'] })
    await follow('First')
    await shown(bad.patchesGlobals.material.version)
    expect(site.reports).toEqual([])
  })

  test('intervals and listeners that are left behind are ended and reported once', async () => {
    await page.clock.install()
    site.publish(bad.leavesBehind)
    await page.goto(`${site.url}/fixture`)
    await shown(bad.leavesBehind.material.version)
    await follow('Elsewhere')
    await expect
      .poll(() => site.reports.map(({ phase, reason }) => `${phase}: ${reason}`))
      .toEqual([
        expect.stringMatching(/^runtime: it left behind: (interval|resize listener)(, (interval|resize listener))+$/),
      ])
    const counts = () =>
      page.evaluate(() => {
        dispatchEvent(new Event('resize'))
        const { ticks = 0, resizes = 0 } = globalThis as unknown as { ticks?: number; resizes?: number }
        return { ticks, resizes }
      })
    const before = await counts()
    expect(before.ticks).toBeGreaterThan(0)
    await page.clock.runFor(1_000)
    expect(await counts()).toEqual(before)
  })

  for (const kind of ['stopMissing', 'stopNeverEnds', 'stopThrows'] as const) {
    test(`a release that cannot be stopped (${kind}) does not keep the next screen waiting, and leaves nothing on screen`, async () => {
      site.publish(bad[kind], [good])
      await page.goto(`${site.url}/fixture`)
      await shown(bad[kind].material.version)
      const took = await page.evaluate(async () => {
        const began = performance.now()
        document.querySelector<HTMLAnchorElement>('a[href="/elsewhere"]')?.click()
        while (document.querySelector('h1')?.textContent !== 'Elsewhere')
          await new Promise(done => requestAnimationFrame(done))
        return performance.now() - began
      })
      // Less than what anything that hangs is given.
      expect(took).toBeLessThan(5_000)
      expect(await page.locator('[data-area]').count()).toBe(0)
      await follow('First')
      await shown(bad[kind].material.version)
    })
  }

  test('a release that comes back to an open tab wears its style again', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    for (const [active, link, title] of [
      [better, 'Form', 'Form 1.1.0'],
      [good, 'First', 'Fixture 1.0.0'],
    ] as const) {
      site.publish(active)
      await learnsWhatIsLive()
      await follow(link)
      await page.getByRole('heading', { name: title }).waitFor()
    }
    expect(await page.locator('section').evaluate(element => getComputedStyle(element).outlineColor)).toBe(
      'rgb(1, 2, 3)',
    )
    expect(
      await page
        .locator('link[data-release]')
        .evaluateAll(links => links.map(link => (link as HTMLElement).dataset['release'])),
    ).toEqual([`remote-fixture/${good.material.id}`])
  })
})

/** A release with other bytes in its files than its build made: no gate has seen it. */
function forced({ material, files }: BuiltRelease, change: (path: string, text: string) => string): BuiltRelease {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-forced-'))
  cpSync(files, folder, { recursive: true })
  for (const path of readdirSync(folder).filter(name => /\.(js|css)$/.test(name)))
    writeFileSync(join(folder, path), change(path, readFileSync(join(folder, path), 'utf8')))
  return { material, files: folder }
}

describe('what passed the gate by force', () => {
  test('styles only what is its own, and names nothing for everybody', async () => {
    const [, own = ''] = /\.(fixture-[\w-]+)\{outline/.exec(readFileSync(join(good.files, 'styles.css'), 'utf8')) ?? []
    expect(own).not.toBe('')
    const hostile = `@import "late.css";.ac-btn,.ac-block{display:none!important}:not(.zz){visibility:hidden!important}
      .${own}{visibility:visible!important}.${own} *{visibility:visible!important}
      :is(body .${own},nav){letter-spacing:9px!important}.${own}{& ~ *,body &{opacity:.3!important}}
      @font-face{font-family:system-ui;src:url(x.woff2)}@keyframes ac-spin{to{opacity:0}}
      body:has(.${own}) nav,nav:has(a,".${own}"){display:none}nav:has(a){display:none!important}
      @layer ac.tokens{:root{--ac-accent:red!important}}@property --ac-ink{syntax:"*";inherits:false}
      @media all{nav{display:none!important}}@supports (display:grid){body{opacity:.3!important}}
      nav::before{content:"x"}nav,.${own}::after{content:"own"}a[title=","],nav{display:none!important}
      .${own} h1{letter-spacing:3px}@media all{.${own}>h1{word-spacing:2px}}
      .${own}{&:not(nav){outline-offset:5px}}@keyframes ${own}{to{opacity:1}}`
    site.publish(forced(good, (path, text) => (path === 'styles.css' ? hostile : text)))
    site.fault = (request, response) => {
      if (!request.url?.endsWith('/late.css')) return false
      response.writeHead(200, { 'content-type': 'text/css' }).end('nav{display:none!important}')
      return true
    }
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    await page
      .locator('nav a')
      .first()
      .evaluate(link => link.classList.add('ac-btn'))
    const looks = await page.evaluate(() => {
      const of = (selector: string, pseudo?: string) => {
        const element = document.querySelector(selector)
        if (!element) throw new Error(selector)
        return getComputedStyle(element, pseudo)
      }
      const frame = ['nav', 'nav a', 'main', 'body'].map(
        each => `${each} ${of(each).display} ${of(each).visibility} ${of(each).opacity} ${of(each).letterSpacing}`,
      )
      return {
        frame,
        before: of('nav', '::before').content,
        token: of('html').getPropertyValue('--ac-accent'),
        own: [of('section', '::after').content, of('section').outlineOffset, of('section').letterSpacing],
        heading: [of('h1').letterSpacing, of('h1').wordSpacing, of('h1').visibility],
        kinds: [...document.styleSheets].flatMap(sheet => [...sheet.cssRules].map(rule => rule.constructor.name)),
        animations: [...document.styleSheets].flatMap(sheet =>
          [...sheet.cssRules].flatMap(rule => (rule instanceof CSSKeyframesRule ? [rule.name] : [])),
        ),
      }
    })
    expect(looks).toEqual({
      frame: [
        'nav block visible 1 normal',
        'nav a inline visible 1 normal',
        'main block visible 1 normal',
        'body block visible 1 normal',
      ],
      before: 'none',
      token: '',
      own: ['"own"', '5px', '9px'],
      heading: ['3px', '2px', 'visible'],
      kinds: expect.not.arrayContaining(['CSSImportRule', 'CSSFontFaceRule', 'CSSLayerBlockRule', 'CSSPropertyRule']),
      animations: [own],
    })
  })

  test('has no voice but its own', async () => {
    const warned: string[] = []
    page.on('console', message => warned.push(message.text()))
    let changed = 0
    site.publish(
      forced(good, (_, text) =>
        text.replace(/(emitterFor\)?\()"fixture"/, (_whole, call: string) => (changed++, `${call}"wallet"`)),
      ),
    )
    expect(changed).toBe(1)
    await page.goto(`${site.url}/fixture`)
    await shown('1.0.0')
    await page.getByRole('button', { name: 'Clap' }).click()
    await expect
      .poll(() => warned.filter(each => each.startsWith('bus: ')))
      .toEqual([
        'bus: wallet.* from fixture: took the voice of wallet, which only wallet has',
        'bus: fixture.clapped from fixture: only wallet may say this, and fixture took its voice',
      ])
    expect(await page.evaluate(() => (globalThis as unknown as { clapped?: number }).clapped)).toBeUndefined()
    await shown('1.0.0')
  })
})
