import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChromiumOptions } from '@adcoin/checks/chromium'
import { loadTestFonts, measureWith, testFonts } from '@adcoin/checks/test-fonts'
import { apiCodes } from '@adcoin/contract'
import { runRspack } from '@adcoin/preset'
import createGalleryConfiguration from '@adcoin/reference/gallery'

const launch = createChromiumOptions(['--font-render-hinting=none'])
const hasBrowser = existsSync(launch.executablePath ?? chromium.executablePath())
if (!hasBrowser)
  console.warn(
    'The gallery was not looked at: no Chromium is installed. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  )

/**
 * Rules about a page as a whole: the gallery shows several headers and headings of the first level beside each other.
 */
const onePageOnly = [
  'page-has-heading-one',
  'landmark-no-duplicate-banner',
  'landmark-banner-is-top-level',
  'landmark-unique',
  'heading-order',
  'region',
]
const isUpdate = Boolean(process.env.UPDATE_SCREENSHOTS)
const pictures = join(import.meta.dirname, '../../screenshots')

let browser: Browser
/** The built gallery. */
const built = mkdtempSync(join(tmpdir(), 'adcoin-gallery-'))
const errors: string[] = []

async function open(query: string, size = { width: 1100, height: 900 }, before?: () => void): Promise<Page> {
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
  await context.route('http://localhost/**', route => {
    const path = join(built, new URL(route.request().url()).pathname.replace(/^\/$/, '/index.html'))
    return existsSync(path) ? route.fulfill({ path }) : route.abort()
  })
  const page = await context.newPage()
  if (before) await page.addInitScript(before)
  page.on('pageerror', error => errors.push(error.message))
  await page.goto(`http://localhost/?${query}`)
  await page.locator('#gallery > *').first().waitFor()
  return page
}

/** At 320 px, for what is measured letter by letter. */
async function openWithFonts(query: string): Promise<Page> {
  const page = await open(query, { width: 320, height: 640 })
  await loadTestFonts(page.context())
  await page.reload()
  await page.locator('#gallery > *').first().waitFor()
  return page
}

describe.skipIf(!hasBrowser)('the gallery in a browser', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    const configuration = createGalleryConfiguration()
    await runRspack({ ...configuration, output: { ...configuration.output, path: built } })
    browser = await chromium.launch(launch)
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    rmSync(built, { recursive: true, force: true })
    expect(errors).toEqual([])
  })

  it.each([...apiCodes.map(code => [code, 'light'] as const), ['en_US', 'dark'] as const, ['hi_IN', 'dark'] as const])(
    'has no accessibility violation in %s, %s',
    async (code, theme) => {
      const page = await open(`still=1&lang=${code}&theme=${theme}`)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .disableRules(onePageOnly)
        .setLegacyMode()
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join('\n')}`)).toEqual([])
      await page.context().close()
    },
  )

  it.each(['sheet', 'form', 'confirm'])(
    'has no accessibility violation while the %s is open, in both themes',
    async what => {
      for (const theme of ['light', 'dark']) {
        const page = await open(`part=screen&theme=${theme}`, { width: 390, height: 844 })
        await page.getByRole('button', { name: what, exact: true }).click()
        const { violations } = await new AxeBuilder({ page }).include('dialog').setLegacyMode().analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join('\n')}`)).toEqual([])
        await page.context().close()
      }
    },
  )

  it.each(apiCodes)('holds at 320 px, with text of 200 percent too, in %s', async code => {
    const page = await openWithFonts(`still=1&lang=${code}`)
    for (const font of testFonts)
      for (const size of ['100%', '200%']) {
        await measureWith(page, font, size)
        const wide = await page.evaluate(() =>
          [...document.querySelectorAll('#gallery .g-sample *')]
            .filter(
              element =>
                element.getBoundingClientRect().right > innerWidth + 1 &&
                // Chips are swiped within their row.
                !element.closest('.ac-block, .g-frame, .ac-sr, .ac-chip, svg') &&
                getComputedStyle(element).position !== 'absolute',
            )
            .map(element => `${element.closest('.g-sample')?.querySelector('h3')?.textContent}: ${element.className}`),
        )
        expect(wide, `${font} at ${size}`).toEqual([])
      }
    await page.context().close()
  })

  it.each([
    ['100%', 'Test Narrow'],
    ['200%', 'Test Narrow'],
    ['200%', 'Test Wide'],
  ] as const)(
    'leaves a phone number room for ten digits at 320 px, with text of %s and the font %s',
    async (size, font) => {
      const page = await openWithFonts('still=1&lang=es_MX')
      await measureWith(page, font, size)
      const rooms = await page.locator('input[type=tel]').evaluateAll(inputs =>
        inputs.map(input => {
          const style = getComputedStyle(input)
          const pen = document.createElement('canvas').getContext('2d')
          if (!pen) return 0
          pen.font = style.font
          const { left, right } = input.getBoundingClientRect()
          if (right > innerWidth) return 0
          return (
            (right - left - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) / pen.measureText('0').width
          )
        }),
      )
      expect(rooms).toHaveLength(2)
      for (const room of rooms) expect(room).toBeGreaterThanOrEqual(10)
      await page.context().close()
    },
  )

  it('is measured with two fonts of its own, whatever the machine has', async () => {
    const page = await openWithFonts('still=1')
    const widths: number[] = []
    for (const font of testFonts) {
      await measureWith(page, font)
      widths.push(
        await page.evaluate(() => {
          const pen = document.createElement('canvas').getContext('2d')
          if (pen) pen.font = `400 100px ${getComputedStyle(document.body).fontFamily}`
          return Math.round((pen?.measureText('Ad Coin 1,284.50 आपका बैलेंस').width ?? 0) / 10)
        }),
      )
    }
    expect(widths).toEqual([117, 138])
    await page.context().close()
  })

  it('gives every control 44 px or more to press', async () => {
    const page = await open('still=1', { width: 390, height: 844 })
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          '.g-sample :is(button, a, select, summary, input:not(.ac-sr), label:has(input))',
        ),
      ].flatMap(element => {
        if (element.matches('.ac-textlink, label input, [type=file], .ac-toasts *')) return []
        element.scrollIntoView({ block: 'center' })
        const box = element.getBoundingClientRect()
        const hitsElement = (x: number, y: number) => {
          const hit = document.elementFromPoint(x, y)
          return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true)
        }
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        const isTall = hitsElement(x, y - 21) && hitsElement(x, y + 21)
        return isTall && box.width >= 44
          ? []
          : [
              `${element.className || element.tagName} ${Math.round(box.width)}x${Math.round(box.height)} ${element.textContent?.slice(0, 20)}`,
            ]
      }),
    )
    expect(small).toEqual([])
    await page.context().close()
  })

  it.each([
    [390, '100%'],
    [320, '100%'],
    [320, '200%'],
  ] as const)('clips no digit of the code, the first one neither (%i px, text %s)', async (width, size) => {
    const page = await open('part=code&still=1', { width, height: 640 })
    await page.evaluate(value => {
      document.documentElement.style.fontSize = value
    }, size)
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('.ac-code > span')]
        .filter(box => box.textContent !== '')
        .flatMap(box => {
          const range = document.createRange()
          range.selectNodeContents(box)
          const [digit, frame] = [range.getBoundingClientRect(), box.getBoundingClientRect()]
          const isInside =
            digit.left >= frame.left &&
            digit.right <= frame.right &&
            digit.top >= frame.top - 1 &&
            digit.bottom <= frame.bottom + 1 &&
            frame.left >= 0 &&
            frame.right <= innerWidth
          return isInside ? [] : [`${box.textContent} ${JSON.stringify(digit)} in ${JSON.stringify(frame)}`]
        }),
    )
    expect(cut).toEqual([])
    await page.context().close()
  })

  it('cuts no amount that is being entered', async () => {
    const page = await open('part=code&still=1', { width: 320, height: 640 })
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('.ac-entry input')]
        .filter(input => input.scrollWidth > input.clientWidth + 1)
        .map(input => input.value),
    )
    expect(cut).toEqual([])
    await page.context().close()
  })

  describe('an open sheet', () => {
    const openSheet = async (before?: () => void) => {
      const page = await open('part=screen', { width: 390, height: 844 }, before)
      await page.getByRole('button', { name: 'form', exact: true }).click()
      await page.locator('dialog:modal').waitFor()
      return page
    }

    it('keeps the focus, begins at the field that asks for it, and gives it back', async () => {
      const page = await openSheet()
      expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('one-time-code')
      for (let press = 0; press < 8; press += 1) {
        await page.keyboard.press('Tab')
        expect(
          await page.evaluate(
            () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
          ),
        ).toBe(true)
      }
      await page.keyboard.press('Escape')
      expect(await page.locator('dialog').count()).toBe(0)
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('form')
      await page.context().close()
    })

    it('closes by a press beside it, and not by one that began inside', async () => {
      const page = await openSheet()
      const box = await page.locator('dialog').boundingBox()
      await page.mouse.move(100, (box?.y ?? 0) + 60)
      await page.mouse.down()
      await page.mouse.move(100, 40)
      await page.mouse.up()
      expect(await page.locator('dialog').count()).toBe(1)
      await page.mouse.click(100, 40)
      expect(await page.locator('dialog').count()).toBe(0)
      await page.context().close()
    })

    it('closes by the back button, and the page stays, where the browser has no close watcher', async () => {
      const page = await openSheet(() => {
        Reflect.deleteProperty(window, 'CloseWatcher')
      })
      await expect
        .poll(() => page.evaluate(() => (history.state as { acOverlay?: string } | null)?.acOverlay))
        .toBeTruthy()
      const address = page.url()
      await page.evaluate(() => history.back())
      await page.locator('dialog').waitFor({ state: 'detached' })
      expect(page.url()).toBe(address)
      await page.context().close()
    })

    it('leaves a toast in the accessibility tree, and above itself', async () => {
      const page = await open('part=screen', { width: 390, height: 844 })
      await page.getByRole('button', { name: 'sheet', exact: true }).click()
      await page.locator('dialog:modal').getByRole('button', { name: 'toast' }).click()
      await page.locator(':popover-open').filter({ hasText: 'Link copied' }).waitFor()
      const session = await page.context().newCDPSession(page)
      await session.send('Accessibility.enable')
      const { nodes } = await session.send('Accessibility.getFullAXTree')
      expect(nodes.filter(node => !node.ignored && node.name?.value === 'Link copied')).not.toEqual([])
      const isSeen = await page.getByText('Link copied').evaluate(element => {
        const box = element.getBoundingClientRect()
        return box.top > 0 && box.bottom < innerHeight && getComputedStyle(element).visibility === 'visible'
      })
      expect(isSeen).toBe(true)
      await page.context().close()
    })

    it('is a dialog in the middle from 1024 px', async () => {
      const page = await open('part=screen', { width: 1280, height: 800 })
      await page.getByRole('button', { name: 'form', exact: true }).click()
      const box = await page.locator('dialog').boundingBox()
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 640)).toBeLessThan(12)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(700)
      await page.context().close()
    })
  })

  it('turns the tab bar into a rail, and help into its entry, from 1024 px', async () => {
    const page = await open('part=screen', { width: 1280, height: 800 })
    const rail = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
    expect(rail?.x ?? 0).toBeLessThan(420)
    expect(await page.locator('.ac-help').isVisible()).toBe(false)
    await page.setViewportSize({ width: 390, height: 844 })
    const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
    expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(844)
    expect(await page.locator('.ac-help').isVisible()).toBe(true)
    await page.context().close()
  })

  it.each([844, 360])(
    'keeps the dock of a form at the lower edge; all else scrolls clear of it (%i px high)',
    async height => {
      const page = await open('part=form', { width: 390, height })
      const edges = () =>
        page.evaluate(() => {
          const bottom = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0
          return {
            dock: Math.round(bottom('.ac-dock')),
            dockTop: document.querySelector('.ac-dock')?.getBoundingClientRect().top ?? 0,
            width: document.querySelector('.ac-dock')?.clientWidth,
            field: bottom('.ac-field:nth-of-type(3)'),
          }
        })
      expect(await edges()).toMatchObject({ dock: height, width: 390 })
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const { dock, dockTop, field } = await edges()
      expect(dock).toBe(height)
      expect(field).toBeLessThanOrEqual(dockTop)
      await page.context().close()
    },
  )

  it.for(['light', 'dark'])('looks as it did, %s', async (theme, context) => {
    const page = await open(`theme=${theme}&still=1`, { width: 800, height: 600 })
    const changed: string[] = []
    await mkdir(pictures, { recursive: true })
    const machine = join(pictures, 'drawn-with.txt')
    const here = `Chromium ${browser.version().split('.')[0]}, ${await page.evaluate(measureFonts)}\n`
    if (isUpdate || !existsSync(machine)) await writeFile(machine, here)
    const there = await readFile(machine, 'utf8')
    context.skip(
      there !== here,
      `The pictures were drawn with other fonts or another Chromium (${there.trim()}; here ${here.trim()}): nothing to compare.`,
    )
    for (const part of await page.locator('#gallery > main > section').all()) {
      const name = `${await part.getAttribute('id')}${theme === 'dark' ? '.dark' : ''}.png`
      const drawn = await part.screenshot({ animations: 'disabled' })
      const file = join(pictures, name)
      if (isUpdate || !existsSync(file)) await writeFile(file, drawn)
      const { sizes, share } = await comparePictures(page, await readFile(file), drawn)
      if (sizes[0] !== sizes[1] || share > 0.0005)
        changed.push(`${name}: ${sizes.join(' -> ')}, ${(share * 100).toFixed(2)}% differ`)
    }
    expect(changed, 'look at them, then run with UPDATE_SCREENSHOTS=1').toEqual([])
    await page.context().close()
  })
})

/** Widths of words in the system's fonts: where they differ, no two pictures can be alike. */
function measureFonts(): string {
  const drawing = document.createElement('canvas').getContext('2d')
  const widths = ['400', '600', '700'].flatMap(weight =>
    ['Ad Coin −1,284.50 ••', 'आपका बैलेंस', '您的餘額'].map(words => {
      if (drawing) drawing.font = `${weight} 100px ${getComputedStyle(document.body).fontFamily}`
      return Math.round(drawing?.measureText(words).width ?? 0)
    }),
  )
  return `fonts ${widths.join(' ')}`
}

/** The sizes of two PNGs, and the share (0 to 1) of pixels that differ visibly. */
function comparePictures(page: Page, one: Buffer, other: Buffer): Promise<{ sizes: [string, string]; share: number }> {
  return page.evaluate(
    async ([first, second]) => {
      const read = async (base64: string) =>
        createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
      const [a, b] = [await read(first), await read(second)]
      const canvas = new OffscreenCanvas(Math.min(a.width, b.width), Math.min(a.height, b.height))
      const context = canvas.getContext('2d')
      context?.drawImage(a, 0, 0)
      if (context) context.globalCompositeOperation = 'difference'
      context?.drawImage(b, 0, 0)
      const data = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      let different = 0
      for (let at = 0; at < data.length; at += 4)
        if ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) > 48) different += 1 // below it is antialiasing
      return {
        sizes: [`${a.width}x${a.height}`, `${b.width}x${b.height}`] as [string, string],
        share: (different * 4) / Math.max(1, data.length),
      }
    },
    [one.toString('base64'), other.toString('base64')] as const,
  )
}
