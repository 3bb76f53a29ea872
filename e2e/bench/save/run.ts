import { loadavg } from 'node:os'
import type { Page } from 'playwright'
import { freePort } from '../../product/product.ts'
import { startCopy } from '../../product/repository-copy.ts'
import {
  isKept,
  openLogin,
  save,
  saves,
  startEverything,
  startRemote,
  typeSomething,
  type Save,
} from '../../product/saved-sources.ts'
import { launchChromium, measuredProduct } from '../measured-product.ts'

type Place = {
  readonly name: string
  readonly what: readonly Save[]
  /** Serves the working tree; gives the address of the login screen and how to end. */
  readonly open: (root: string, product: string) => Promise<{ url: string; stop: () => Promise<void> }>
}

const { component, text, style, shell, kit } = saves

const places: readonly Place[] = [
  { name: 'alone', what: [component, text, style, kit], open: root => startRemote(root) },
  { name: 'everything', what: [component, text, style, shell, kit], open: openEverything },
  { name: 'in the product', what: [component, text, style], open: startRemote },
]

/**
 * npm run bench -- save [N]: from a save to the screen, each change N times (5): one remote alone, everything
 * (`npm run dev`), and one remote inside the deployed product (`--in`). In a copy of the repository; somebody has typed
 * into the login screen. `ADCOIN_URL` and `ADCOIN_DATA_DIR` name a product that runs.
 */
export async function run([words]: readonly string[]): Promise<void> {
  const times = Number(words) || 5
  const { root, remove } = startCopy()
  const product = await measuredProduct()
  const browser = await launchChromium()
  console.log(`load ${loadavg()[0]?.toFixed(1)}; ms from save to screen, of ${times}: median, worst; what was typed`)
  try {
    for (const { name, what, open } of places) {
      const { url, stop } = await open(root, product.url)
      try {
        const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
        await openLogin(page, url)
        for (const each of what) console.log(`${name.padEnd(16)}${await line(page, root, each, times)}`)
        await page.close()
      } finally {
        await stop()
      }
    }
    console.log(`load ${loadavg()[0]?.toFixed(1)}`)
  } finally {
    await browser.close()
    await product.stop()
    remove()
  }
}

async function line(page: Page, root: string, each: Save, times: number): Promise<string> {
  const took: number[] = []
  let kept = 0
  for (let at = 1; at <= times; at++) {
    await typeSomething(page)
    took.push(await save(page, root, each, at))
    kept += (await isKept(page)) ? 1 : 0
  }
  const sorted = took.toSorted((a, b) => a - b)
  const [median, worst] = [sorted[times >> 1], sorted.at(-1)].map(ms => String(Math.round(ms ?? 0)).padStart(6))
  return `${each.what.padEnd(28)}${median}${worst}  ${kept === times ? 'kept' : kept === 0 ? 'lost' : `kept ${kept}x`}`
}

async function openEverything(root: string, product: string) {
  const port = await freePort()
  const { stop } = await startEverything(root, port, product)
  return { url: `http://localhost:${port}/login`, stop }
}
