import type { BrowserContext } from 'playwright'

/**
 * Notes what stands in the pages of a context from now on, whenever that changes, over a reload too.
 *
 * @returns tells it: `nothing 120 ms, waiting 640 ms, its screen`
 */
export async function watchStages(context: BrowserContext): Promise<() => string> {
  const stages: { readonly what: string; readonly at: number }[] = [{ what: 'nothing', at: Date.now() }]
  context.on('console', message => {
    const [, what, at] = /^adcoin stands (.*) (\d+)$/.exec(message.text()) ?? []
    if (what && what !== stages.at(-1)?.what) stages.push({ what, at: Number(at) })
  })
  await context.addInitScript(look)
  return () =>
    stages
      .map(({ what, at }, index) => {
        const next = stages[index + 1]
        return next ? `${what} ${next.at - at} ms` : what
      })
      .join(', ')
}

/** Runs in the page. */
function look(): void {
  const say = console.debug.bind(console)
  let before = ''
  const standing = () => {
    if (document.querySelector('#root [data-area] h1')) return 'its screen'
    if (document.querySelector('[role="alert"]')) return 'a message'
    if (document.querySelector('.ac-skeleton, .ac-loader')) return 'waiting'
    return (document.body?.innerText ?? '').trim() === '' ? 'nothing' : 'words without a screen'
  }
  setInterval(() => {
    const now = standing()
    if (now !== before) say(`adcoin stands ${now} ${Date.now()}`)
    before = now
  }, 16)
}
