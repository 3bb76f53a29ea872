/** Plan of the smoke test: from `neutral`, an address of another app if possible, to each screen and back. */
export type SmokeTestPlan = {
  readonly app: string
  readonly id: string
  readonly token: string
  readonly visits: readonly Visits[]
  /** Addresses that the page asks for before and after it is left alone; how much faster its clock goes, how long. */
  readonly idle: { readonly begins: string; readonly ends: string; readonly speed: number; readonly ms: number }
}
type Visits = {
  readonly neutral: string
  readonly isSignedIn: boolean
  readonly screens: readonly string[]
  readonly language: string
  readonly theme: 'light' | 'dark'
  /** Each screen is left alone for 30 s of an accelerated clock. */
  readonly isIdle: boolean
  /** Screens on which each button is pressed once. */
  readonly pressed: readonly string[]
}

/** A report of the shell about the release, or another problem of the smoke test. */
export type Finding = {
  readonly kind: 'report' | 'screen' | 'reads' | 'idle'
  readonly what: string
  readonly at?: string
}

export type VisitStage = ReturnType<typeof openStage>

/** The page as a visit moves through it and looks at it. Runs in the page, as `visit` does. */
export function openStage({ app, id, idle, token }: SmokeTestPlan, makeClock: typeof openClock) {
  // As the browser brings them: the release may change them.
  const { setTimeout: later, fetch: send, localStorage: storage } = window
  const setSpeed = makeClock()
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
  const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  const area = () => document.querySelector(`[data-area="${app}"]`)
  const shown = () => ((area()?.textContent || '').trim() === '' ? null : area()?.getAttribute('data-release'))
  const isMounted = () => shown() === id
  /** The shell's own, where an area has no release that works. */
  const hasCard = () => document.querySelector('#root .ac-empty--area[role=alert]') !== null
  // Another release or the card is shown once the shell has given this one up: it will not be mounted any more.
  const isDecided = () => Boolean(shown()) || hasCard()
  async function leaveBySigningIn(neutral: string): Promise<void> {
    // A signed-out person never leaves the area of this remote. Another tab signs in.
    storage.setItem('adcoin.token', token)
    dispatchEvent(new StorageEvent('storage', { key: 'adcoin.token' }))
    await until(() => location.pathname !== neutral, 3_000)
    go('/language')
    await until(() => area() === null, 3_000)
  }
  /** Leaves the screen alone, by an accelerated clock. */
  async function leaveAlone(screen: string) {
    await send(`${idle.begins}?${screen}`)
    setSpeed(idle.speed)
    await wait(idle.ms)
    setSpeed(1)
    await send(idle.ends)
  }
  /** Presses each button of the area once, and comes back where that led elsewhere. */
  async function pressAll(screen: string) {
    const pressed = new Set<string>()
    const next = () =>
      [...(area()?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])].find(
        each => !pressed.has(nameOf(each)),
      )
    for (let button = next(); button && pressed.size < 40; button = next()) {
      pressed.add(nameOf(button))
      button.click()
      await wait(60)
      if (document.querySelector('dialog[open]')) press('Escape')
      await until(() => document.querySelector('dialog[open]') === null, 1_000)
      if (location.pathname !== screen) {
        go(screen)
        await until(isMounted, 3_000)
      }
    }
  }
  const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent ?? ''
  return { wait, until, go, area, isMounted, hasCard, isDecided, leaveBySigningIn, leaveAlone, pressAll }
}

/**
 * Timers of the page by a clock that can be accelerated. Runs in the page before everything else, as `visit` does.
 *
 * @returns sets how many times faster it goes
 */
export function openClock(): (speed: number) => void {
  const { setTimeout: begin, clearTimeout: end } = window
  const now = performance.now.bind(performance)
  type Timer = { readonly run: () => void; readonly every: number | undefined; left: number; since: number; id: number }
  const timers = new Map<number, Timer>()
  let [speed, last] = [1, 0]
  const arm = (key: number, timer: Timer) => {
    timer.since = now()
    timer.id = begin(() => {
      if (timer.every === undefined) timers.delete(key)
      else arm(key, Object.assign(timer, { left: timer.every }))
      timer.run()
    }, timer.left / speed)
  }
  const starter =
    (isRepeated: boolean) =>
    (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
      const left = Math.max(Number(ms) || 0, isRepeated ? 4 : 0)
      const timer = { run: () => run(...given), every: isRepeated ? left : undefined, left, since: 0, id: 0 }
      timers.set(++last, timer)
      arm(last, timer)
      return last
    }
  const stop = (key?: number) => {
    end(timers.get(Number(key))?.id)
    timers.delete(Number(key))
  }
  Object.assign(window, {
    setTimeout: starter(false),
    setInterval: starter(true),
    clearTimeout: stop,
    clearInterval: stop,
  })
  return wanted => {
    for (const timer of timers.values()) {
      end(timer.id)
      timer.left = Math.max(0, timer.left - (now() - timer.since) * speed)
    }
    speed = wanted
    for (const [key, timer] of timers) arm(key, timer)
  }
}

/**
 * Runs in the page before everything else, and has each screen mounted and unmounted. It compares natives after each
 * step; all else that a release does to the page, the shell of the page notices and reports, as it would in front of
 * people. Its source text is served as it is: it uses nothing from outside but its arguments.
 */
export function visit(plan: SmokeTestPlan, stage: VisitStage, changedNatives: () => readonly string[]): void {
  // As the browser brings them: the release may change them.
  const { fetch: send, localStorage: storage } = window
  const nth = Number(new URLSearchParams(location.search).get('visit'))
  const visits = plan.visits[nth]
  if (!visits) return
  storage.setItem('adcoin.language', visits.language)
  storage.setItem('adcoin.theme', visits.theme)
  if (visits.isSignedIn) storage.setItem('adcoin.token', plan.token)
  else storage.removeItem('adcoin.token')

  const { wait, until, go, area, isMounted, hasCard, isDecided, leaveBySigningIn, leaveAlone, pressAll } = stage

  async function run({ neutral, isSignedIn, screens, isIdle, pressed }: Visits): Promise<readonly Finding[]> {
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
      if (isIdle && isMounted()) await leaveAlone(screen)
      compare(screen)
      if (pressed.includes(screen) && isMounted()) await pressAll(screen)
      compare(screen)
      go(neutral)
      await until(() => location.pathname === neutral && (isAtHome || area() === null) && !hasCard(), 3_000)
    }
    if (!isSignedIn) await leaveBySigningIn(neutral)
    // The shell ends what was left behind after a second, and then hears what goes on nevertheless.
    await wait(2_200)
    compare(neutral)
    return found
  }

  addEventListener(
    'load',
    () =>
      void run(visits).then(async found => {
        const next = plan.visits[nth + 1]
        await send('/gate/findings', { method: 'POST', body: JSON.stringify({ found, isLast: next === undefined }) })
        if (next) location.replace(`${next.neutral}?visit=${nth + 1}`)
      }),
  )
}
