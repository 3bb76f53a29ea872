import { cpSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BuiltRelease } from '@adcoin/preset/fixtures'
import { describe, expect, test } from 'vitest'
import { bad, better, composeFixtures, clickLink, good, waitForLivePoll, page, expectShown, site } from './harness.ts'

composeFixtures('stopMissing', 'stopNeverEnds', 'stopThrows')

describe('after a release was mounted', () => {
  test('`throw null` in render shows the previous release once, then the card; Retry starts over', async () => {
    site.publish(better, [good])
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.1.0')
    await page.getByRole('button', { name: 'Break' }).click()
    await expectShown('1.0.0')
    await page.getByRole('button', { name: 'Break' }).click()
    await page.getByRole('alert').waitFor()
    await expect
      .poll(() => site.reports.map(({ release, phase, outcome }) => [release, phase, outcome]))
      .toEqual([
        [better.material.id, 'render', undefined],
        [good.material.id, 'render', undefined],
        [good.material.id, 'render', 'card'],
      ])
    await page.getByRole('button', { name: 'Retry' }).click()
    await expectShown('1.1.0')
  })
})

describe('what a remote does to the page it shares', () => {
  for (const kind of ['stopMissing', 'stopNeverEnds', 'stopThrows'] as const) {
    test(`a release that cannot be stopped (${kind}) does not delay the next screen or stay`, async () => {
      site.publish(bad[kind], [good])
      await page.goto(`${site.url}/fixture`)
      await expectShown(bad[kind].material.version)
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
      await clickLink('First')
      await expectShown(bad[kind].material.version)
    })
  }

  test('a release that comes back to an open tab wears its style again', async () => {
    site.publish(good)
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
    for (const [active, link, title] of [
      [better, 'Form', 'Form 1.1.0'],
      [good, 'First', 'Fixture 1.0.0'],
    ] as const) {
      site.publish(active)
      await waitForLivePoll()
      await clickLink(link)
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
function changeFiles({ material, files }: BuiltRelease, change: (path: string, text: string) => string): BuiltRelease {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-forced-'))
  cpSync(files, folder, { recursive: true })
  for (const path of readdirSync(folder).filter(name => /\.(js|css)$/.test(name)))
    writeFileSync(join(folder, path), change(path, readFileSync(join(folder, path), 'utf8')))
  return { material, files: folder }
}

describe('what passed the gate by force', () => {
  test('has no voice but its own', async () => {
    const warned: string[] = []
    page.on('console', message => warned.push(message.text()))
    let changed = 0
    site.publish(
      changeFiles(good, (_, text) =>
        text.replace(/(emitterFor\)?\()"fixture"/, (_whole, call: string) => (changed++, `${call}"wallet"`)),
      ),
    )
    expect(changed).toBe(1)
    await page.goto(`${site.url}/fixture`)
    await expectShown('1.0.0')
    await page.getByRole('button', { name: 'Clap' }).click()
    await expect
      .poll(() => warned.filter(each => each.startsWith('bus: ')))
      .toEqual([
        'bus: wallet.* from fixture: asked for the emitter of wallet, which only wallet has',
        'bus: fixture.clapped from fixture: fixture may not emit wallet.*',
      ])
    expect(await page.evaluate(() => (globalThis as unknown as { clapped?: number }).clapped)).toBeUndefined()
    await expectShown('1.0.0')
  })
})
