import type { CDPSession } from 'playwright'
import { operator } from '../../product/operator.ts'
import { makeSomebody, openAs } from '../../product/signed-in.ts'
import { launchChromium, measuredProduct } from '../measured-product.ts'

const tabs = ['/home', '/taskList', '/money', '/team']
const counted = ['JSHeapUsedSize', 'JSEventListeners', 'Nodes', 'Documents'] as const

/**
 * npm run bench -- areas [N]: changes the area N times (500) in one page by its tabs. The page's objects after every
 * tenth of them, garbage collected, must not grow. `ADCOIN_URL` and `ADCOIN_DATA_DIR` name a running product.
 */
export async function run([words]: readonly string[]): Promise<void> {
  const changes = Number(words) || 500
  const product = await measuredProduct()
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
    const somebody = await makeSomebody(product.url, operator(product.dataDir))
    const page = await openAs(context, product.url, somebody, '/home')
    await page.locator(`#root a[href="${tabs[0]}"]`).waitFor()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    console.log(['changes', 'heap KB', 'listeners', 'nodes', 'documents'].map(name => name.padStart(10)).join(''))
    const step = Math.ceil(changes / 10)
    for (let done = step; done <= changes; done += step) {
      await page.evaluate(change, { tabs, times: step })
      console.log([done, ...(await held(session))].map(figure => String(figure).padStart(10)).join(''))
    }
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Runs in the page: clicks one tab after the other, each when the area of the former is drawn. */
async function change({ tabs: paths, times }: { tabs: readonly string[]; times: number }): Promise<void> {
  const frame = () => new Promise(done => requestAnimationFrame(done))
  for (let at = 1; at <= times; at++) {
    const path = paths[at % paths.length] ?? ''
    document.querySelector<HTMLAnchorElement>(`#root a.ac-tab[href="${path}"]`)?.click()
    do await frame()
    while (
      location.pathname !== path ||
      !document.querySelector('#root h1') ||
      document.querySelector('#root .ac-skeleton')
    )
  }
}

async function held(session: CDPSession): Promise<readonly number[]> {
  // Objects freed by one collection let the next one free the rest.
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const valueOf = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? NaN
  return counted.map(name => (name === 'JSHeapUsedSize' ? Math.round(valueOf(name) / 1000) : valueOf(name)))
}
