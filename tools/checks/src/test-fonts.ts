import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright'

/**
 * The fonts that screens are measured with: one narrow and one wide, brought along from npm, so that what fits does not
 * depend on the machine. Both write Devanagari in the same third one. Chinese stays the machine's: its characters are
 * as wide as they are high in every font.
 */
export const testFonts = ['Test Narrow', 'Test Wide'] as const
export type TestFont = (typeof testFonts)[number]

const devanagari = 'Test Devanagari'
const files = [
  ['Test Narrow', 'roboto-condensed', 'latin'],
  ['Test Narrow', 'roboto-condensed', 'latin-ext'],
  ['Test Wide', 'dejavu-sans', 'latin'],
  [devanagari, 'noto-sans-devanagari', 'devanagari'],
] as const
const weights = ['400', '700'] as const

/** Every page of this context has the fonts; `measureWith` draws with one of them. */
export async function loadTestFonts(context: BrowserContext): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  const faces = files.flatMap(([family, font, subset]) =>
    weights.map(weight => ({
      family,
      weight,
      range: subset === 'latin-ext' ? latinExtended : 'U+0-10FFFF',
      base64: readFileSync(resolve(`@fontsource/${font}/files/${font}-${subset}-${weight}-normal.woff2`), 'base64'),
    })),
  )
  await context.addInitScript(given => {
    // Adopted before the shell begins: later it takes away what is set on <html> and adopts no sheet.
    const sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [sheet]
    Object.assign(globalThis, { measuring: sheet })
    // As bytes: the product's policy allows no font from elsewhere.
    for (const { family, weight, range, base64 } of given)
      document.fonts.add(
        new FontFace(
          family,
          Uint8Array.from(atob(base64), letter => letter.charCodeAt(0)),
          { weight, unicodeRange: range },
        ),
      )
  }, faces)
}

const latinExtended = 'U+100-24F,U+1E00-1EFF,U+2020,U+20A0-20AB,U+20AD-20CF,U+2C60-2C7F,U+A720-A7FF'

/** Draws the page with this font and with text of this size, and waits until both apply. */
export async function measureWith(page: Page, font: TestFont, size = '100%'): Promise<void> {
  const wanted = `${(16 * parseFloat(size)) / 100}px ${font}`
  const drawn = await page.evaluate(
    async ({ rule, expected, mostMs }) => {
      const { measuring } = globalThis as typeof globalThis & { measuring?: CSSStyleSheet }
      measuring?.replaceSync(rule)
      await Promise.all([...document.fonts].map(face => face.load()))
      const nextFrame = () => new Promise(done => requestAnimationFrame(done))
      const readDrawn = () => {
        const [family = ''] = getComputedStyle(document.body).fontFamily.split(',')
        return `${getComputedStyle(document.documentElement).fontSize} ${family.replace(/["']/g, '')}`
      }
      // A busy browser applies the sheet some frames later.
      for (const until = performance.now() + mostMs; readDrawn() !== expected && performance.now() < until;)
        await nextFrame()
      // The shell has adapted by the next frame.
      await nextFrame()
      await nextFrame()
      return readDrawn()
    },
    {
      rule: `:root { --ac-font: '${font}', '${devanagari}', sans-serif !important; font-size: ${size} !important }`,
      expected: wanted,
      mostMs: 10_000,
    },
  )
  if (drawn !== wanted) throw new Error(`The page is not drawn with ${font} at ${size}: ${drawn} instead of ${wanted}`)
}
