import { launchChromium } from './bench/measured-product.ts'
import { operator } from './product/operator.ts'
import { makeEarner } from './product/earner.ts'
import { sendFilmProof } from './product/film-proof.ts'
const url = 'http://localhost:14080',
  ops = 'http://localhost:14081',
  data = '/tmp/d14/a'
const o = operator(data)
if (process.argv[2] !== 'only') {
  await sendFilmProof(url, o)
  void makeEarner(url, o).catch(() => {})
  await new Promise(d => setTimeout(d, 3000))
}
const browser = await launchChromium()
for (const [w, h] of [
  [390, 844],
  [1280, 900],
])
  for (const theme of ['light', 'dark'] as const) {
    const c = await browser.newContext({ viewport: { width: w!, height: h! }, baseURL: ops, colorScheme: theme })
    const p = await c.newPage()
    p.on('console', m => {
      if (m.type() === 'error') console.log(w, theme, m.text())
    })
    const shot = (n: string) => p.screenshot({ path: `/tmp/d14/shots/${n}-${w}-${theme}.png`, fullPage: true })
    for (const path of ['releases', 'work/accounts', 'work/proof', 'work/withdrawals', 'health', 'records']) {
      await p.goto('/#/' + path)
      await p.waitForTimeout(1500)
      if (path === 'work/proof') {
        const v = p.locator('video')
        if (await v.count()) {
          console.log(
            await v.first().evaluate(async (el: HTMLVideoElement) => {
              el.muted = true
              await el.play().catch(e => console.log(e))
              await new Promise(d => setTimeout(d, 1500))
              const before = el.currentTime
              el.currentTime = el.duration / 2
              await new Promise(d => setTimeout(d, 800))
              return {
                before,
                t: el.currentTime,
                d: el.duration,
                err: el.error?.message,
                w: el.videoWidth,
                seekable: el.seekable.length ? el.seekable.end(0) : null,
              }
            }),
          )
        }
      }
      await shot(path.replace('/', '-'))
    }
    await c.close()
  }
await browser.close()
