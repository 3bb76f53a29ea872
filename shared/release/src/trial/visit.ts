/** What the trial is to do: from `neutral`, an address of somebody else where it can be, to each screen and back. */
export type TrialPlan = {
  readonly app: string
  readonly id: string
  readonly token: string
  readonly visits: readonly Visits[]
}
type Visits = { readonly neutral: string; readonly isSignedIn: boolean; readonly screens: readonly string[] }

/** What the shell reported of the release, or a screen that did not appear. */
export type Finding = { readonly kind: 'report' | 'screen'; readonly what: string; readonly at?: string }

export type Stage = ReturnType<typeof openStage>

/** The page as a visit moves through it and looks at it. Runs in the page, as `visit` does. */
export function openStage({ app, id }: TrialPlan) {
  // As the browser brings them: the release may change them.
  const { setTimeout: later } = window
  const push = history.pushState.bind(history)
  const wait = (ms: number) => new Promise(done => later(done, ms))
  const until = async (test: () => boolean, ms: number) => {
    for (const last = performance.now() + ms; performance.now() < last && !test();) await wait(25)
    return test()
  }
  const go = (path: string) => {
    push(null, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }
  const area = () => document.querySelector(`[data-area="${app}"]`)
  const shown = () => ((area()?.textContent || '').trim() === '' ? null : area()?.getAttribute('data-release'))
  const isMounted = () => shown() === id
  /** The shell's own, where an area has no release that works. */
  const hasCard = () => document.querySelector('#root .ac-empty--area[role=alert]') !== null
  // Another release or the card stands there once the shell has given this one up: it does not come any more.
  const isDecided = () => Boolean(shown()) || hasCard()
  return { wait, until, go, area, isMounted, hasCard, isDecided }
}

/**
 * Runs in the page before everything else, and has each screen mounted and unmounted. It compares natives after each
 * step; all else that a release does to the page, the shell of the page notices and reports, as it would in front of
 * people. Its source text is served as it is: it uses nothing from outside but its arguments.
 */
export function visit(plan: TrialPlan, stage: Stage, changedNatives: () => readonly string[]): void {
  // As the browser brings them: the release may change them.
  const { fetch: send, localStorage: storage } = window
  const visits = plan.visits.filter(each => each.neutral === location.pathname)[0]
  if (!visits) return
  if (visits.isSignedIn) storage.setItem('adcoin.token', plan.token)
  else storage.removeItem('adcoin.token')

  const { wait, until, go, area, isMounted, hasCard, isDecided } = stage

  async function run({ neutral, isSignedIn, screens }: Visits): Promise<readonly Finding[]> {
    const isAtHome = screens.includes(neutral)
    await until(() => (isAtHome ? isMounted() : document.querySelector('#root [data-column] h1') !== null), 20_000)
    const found: Finding[] = []
    const compare = (at: string) => {
      const changed = changedNatives()
      if (changed.length > 0) found.push({ kind: 'report', what: `it changed ${changed.join(', ')}`, at })
    }
    compare(neutral)
    for (const screen of screens) {
      go(screen)
      await until(isDecided, 10_000)
      if (!isMounted())
        found.push({
          kind: 'screen',
          what: area() ? 'another release took its place' : 'it did not appear',
          at: screen,
        })
      await wait(250)
      compare(screen)
      go(neutral)
      await until(() => location.pathname === neutral && (isAtHome || area() === null) && !hasCard(), 3_000)
    }
    if (!isSignedIn) {
      // Who is not signed in never leaves the area of this remote. Another tab signs in.
      storage.setItem('adcoin.token', plan.token)
      dispatchEvent(new StorageEvent('storage', { key: 'adcoin.token' }))
      await until(() => location.pathname !== neutral, 3_000)
      go('/language')
      await until(() => area() === null, 3_000)
    }
    // The shell ends what was left behind after a second, and then hears what goes on nevertheless.
    await wait(2_200)
    compare(neutral)
    return found
  }

  addEventListener(
    'load',
    () =>
      void run(visits).then(async found => {
        const next = plan.visits[plan.visits.indexOf(visits) + 1]
        await send('/gate/findings', { method: 'POST', body: JSON.stringify({ found, isLast: next === undefined }) })
        if (next) location.replace(next.neutral)
      }),
  )
}
