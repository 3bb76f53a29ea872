/** Texts of the message that needs nothing but this script, per api_code. */
export type BootTexts = Readonly<
  Record<string, { readonly title: string; readonly text: string; readonly retry: string; readonly slow: string }>
>

/** `[beginning of a browser tag in lower case, api_code, tag]`, most exact first; the rules of rulings.md R4. */
export type LanguageRules = readonly (readonly [string, string, string])[]

/** What the shell's guard decides by. */
export type BootPaths = {
  readonly open: readonly string[]
  readonly always: readonly string[]
  readonly home: string
  readonly landing: string
  /** What a token looks like, as the source of a pattern: of nothing else is anything asked. */
  readonly token: string
}

/**
 * The first script of the page, inline and small. It runs before anything is fetched: sets language and theme, starts
 * the files of the area that this visit will show, shows its prerendered fragment, starts the shell, or the previous
 * good one where the live one does not reach its first render, and says so plainly in the person's language when none
 * does. The shell draws over all of it.
 *
 * Its source text goes into `index.html` as it stands, so it uses nothing from outside but its arguments.
 *
 * Long because its text is one inline script, and every function beside it would be one more text to carry over.
 *
 * @param load  the browser's own, as `reload`, but for tests
 */
export function boot(
  paths: BootPaths,
  rules: LanguageRules,
  texts: BootTexts,
  load = (file: string): Promise<unknown> => import(file),
  reload = () => location.reload(),
): void {
  const page = document
  const html = page.documentElement
  const saved = (key: string) => {
    try {
      return localStorage.getItem(key) || ''
    } catch {
      return ''
    }
  }
  const save = (key: string, value: string) => {
    try {
      if (value) localStorage.setItem(key, value)
      else localStorage.removeItem(key)
    } catch {
      // Blocked or full storage: this browser remembers nothing.
    }
  }
  const read = (text: string | null | undefined) => {
    try {
      return JSON.parse(text || '') || {}
    } catch {
      return {}
    }
  }
  const find = (test: (rule: readonly [string, string, string]) => boolean) => rules.filter(test)[0]
  const browser = navigator.languages
    .map(tag => find(rule => (tag.toLowerCase() + '-').indexOf(rule[0] + '-') === 0))
    .filter(Boolean)[0]
  const language = find(rule => rule[1] === saved('adcoin.language')) || browser || find(rule => rule[1] === 'en_US')
  const code = language ? language[1] : 'en_US'
  html.lang = language ? language[2] : 'en'
  const theme = saved('adcoin.theme')
  if (theme === 'light' || theme === 'dark') html.dataset.theme = theme

  const add = (rel: string, href: string, integrity?: string, as?: string) => {
    const link = page.createElement('link')
    link.rel = rel
    if (as) link.as = as
    // So that the loader's own request for it takes this one's answer.
    if (as === 'fetch') link.crossOrigin = 'anonymous'
    if (integrity) link.setAttribute('integrity', integrity)
    link.href = href
    page.head.appendChild(link)
    return link
  }
  const whole = (href: string, integrity: string, cache: RequestCache = 'default') =>
    fetch(href, { integrity, cache }).then(answer => answer.blob())
  // Wrong bytes from a cache would come again and again: what was refused is asked for once more past it, which mends it.
  const anew = (href: string, integrity: string) => whole(href, integrity, 'reload')

  // What this script has put into the page. The shell's first render replaces all of it.
  let first: Node | null = null
  let message: HTMLElement | null = null
  let isFilled = false
  let hasFailed = false
  // The root, while nothing but this stands in it.
  const place = () => {
    const root = page.getElementById('root')
    return root && (root.firstChild === first || !(root.textContent || '').trim()) ? root : null
  }
  const say = (role: 'alert' | 'status') => {
    const root = place()
    const words = texts[code]
    if (!root || !words || message?.getAttribute('role') === role) return
    message?.remove()
    const box = page.createElement('div')
    box.setAttribute('role', role)
    box.className = 'ac-main'
    box.style.cssText = 'max-width:24rem;margin:' + (isFilled ? 0 : '20vh') + ' auto 0'
    const put = (tag: 'h1' | 'h2' | 'p' | 'button', content: string) => {
      const made = page.createElement(tag)
      made.textContent = content
      box.appendChild(made)
      return made
    }
    if (role === 'status') put('p', words.slow)
    else {
      // Above what can be read already, never in its place.
      put(isFilled ? 'h2' : 'h1', words.title)
      put('p', words.text)
      const retry = put('button', words.retry)
      retry.className = 'ac-btn ac-btn--secondary'
      retry.onclick = () => reload()
    }
    first = message = root.insertBefore(box, root.firstChild)
  }

  // The shell, and behind it the previous good one. All this stands before anything is read that a release has brought,
  // so that nothing in there can leave the page blank.
  type Shell = { file: string; integrity: string; sheets: (readonly [href: string, integrity: string])[] }
  const entry = page.querySelector<HTMLLinkElement>('link[rel=modulepreload]')
  const live: Shell = {
    file: entry?.getAttribute('href') || '',
    integrity: entry?.getAttribute('integrity') || '',
    sheets: [...page.querySelectorAll<HTMLLinkElement>('link[as=style]')].map(
      link => [link.href, link.getAttribute('integrity') || ''] as const,
    ),
  }
  const queue = [live]
  let tried: Shell | undefined
  let isRunning = false
  let isDrawn = false
  let generation = 0
  const report = (file: string, phase: string, why: unknown) => {
    try {
      const [, , app, release] = file.split('/')
      const body = JSON.stringify({ app, release, phase, reason: String(why).slice(0, 300), generation })
      const headers = { 'content-type': 'application/json' }
      fetch('/app/health/report', { method: 'POST', keepalive: true, credentials: 'omit', headers, body }).catch(
        () => 0,
      )
    } catch {
      // What was thrown cannot be read.
    }
  }
  // Shells that did not come to their first render, and when: left alone for a day. The one that is being tried stands
  // in storage meanwhile, because a script that never ends can write nothing.
  const struck: Record<string, number> = read(saved('adcoin.shells'))
  const isStruck = (shell: Shell) => Math.abs(Date.now() - (struck[shell.file] || 0)) < 86_400_000
  const strike = (file: string) => {
    struck[file] = Date.now()
    save('adcoin.shells', JSON.stringify(Object.fromEntries(Object.entries(struck).slice(-9))))
    return saved('adcoin.shells').indexOf(file) >= 0
  }
  const dress = (shell: Shell) => {
    // In front of all others, as the cascade wants it; the shell waits for those that stand in the page, so one that
    // cannot be had leaves it.
    page.querySelectorAll('link[rel=stylesheet]').forEach(sheet => sheet.remove())
    for (const [href, integrity] of shell.sheets) {
      const sheet = add('stylesheet', href, integrity)
      sheet.onerror = () => {
        const second = add('stylesheet', '', integrity)
        second.onerror = () => second.remove()
        sheet.replaceWith(second)
        const show = () => (second.href = href)
        anew(href, integrity).then(show, show)
      }
    }
  }
  const start = () => {
    const shell = (tried = queue.shift())
    isRunning = false
    save('adcoin.boot', shell ? shell.file : '')
    if (!shell) {
      hasFailed = true
      return say('alert')
    }
    const bring = () => load(shell.file)
    // In the words of each browser; whatever else is thrown, the shell's own code throws.
    const isAway = (thrown: unknown) => /fetch|import/i.test(String(thrown))
    // The page's import map compares the bytes of the live one only.
    const brought = shell === live ? bring() : whole(shell.file, shell.integrity).then(bring)
    brought
      .catch(thrown => {
        if (isAway(thrown)) return anew(shell.file, shell.integrity).then(bring)
        throw thrown
      })
      .then(
        () => {
          isRunning = true
          watch()
        },
        why => fail(isAway(why) ? 'entry' : 'evaluate', why),
      )
  }
  const fail = (phase: string, why: unknown) => {
    if (!tried || isDrawn) return
    report(tried.file, phase, why)
    const isKept = phase !== 'entry' && strike(tried.file)
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // What has run of it cannot be taken back but by a new page; a page that was loaded anew asks for no other.
    if ((isRunning || phase === 'stall') && isKept && queue[0] && !isStruck(queue[0]) && visit?.type !== 'reload')
      reload()
    else {
      if (queue[0]) dress(queue[0])
      start()
    }
  }
  addEventListener('error', event => {
    if (tried && (event.filename || '').indexOf(tried.file.replace(/[^/]*$/, '')) >= 0) fail('evaluate', event.message)
  })
  // Who leaves in time does not blame it.
  addEventListener('pagehide', () => save('adcoin.boot', ''))
  const drawing = setInterval(() => {
    const root = page.getElementById('root')
    if (!root || !tried || isDrawn) return
    // Another tab that opens meanwhile sees that this one is alive.
    save('adcoin.boot', tried.file + ' ' + Date.now())
    if (place()) return
    if (root.querySelector('[data-failed]')) return fail('render', 'it could draw nothing')
    isDrawn = true
    clearInterval(drawing)
    save('adcoin.boot', '')
  }, 250)
  // A slow network is no failure: 150 KB take half a minute at 50 kbit/s. Only a minute in which no file came to its
  // end is one; or a third of it, once the shell runs and has drawn nothing.
  setTimeout(() => first || say('status'), 10_000)
  let stall = 0
  const watch = () => {
    clearTimeout(stall)
    // It has come, so it runs, or never ends to wait for something.
    const isHere = isRunning || (tried && performance.getEntriesByName(location.origin + tried.file)[0])
    if (isDrawn) arrivals.disconnect()
    else
      stall = setTimeout(
        () => (isHere ? fail('stall', 'it drew nothing') : say('alert')),
        isHere ? 20_000 : 60_000,
      ) as unknown as number
  }
  const arrivals = new PerformanceObserver(watch)
  arrivals.observe({ type: 'resource' })
  watch()

  // The guard's answer, as far as it is needed to start the right files early. The shell decides; this only guesses.
  const stored = saved('adcoin.token')
  const token = RegExp(paths.token).test(stored) ? stored : ''
  const asked = location.pathname
  const isOpen = paths.open.indexOf(asked) >= 0
  const isFree = paths.always.indexOf(asked) >= 0 || (token ? !isOpen && asked !== '/' : isOpen)
  const path = isFree ? asked : token ? paths.home : paths.landing

  type Live = {
    path: string
    entry: string
    styles: string[]
    locales: Record<string, string>
    preload?: Record<string, string[]>
    integrity: Record<string, string>
  }
  type Route = { path: string; preload?: string[]; groups?: string[]; reads?: string[] }
  type Tab = { path: string; icon: string; order: number; labels: Record<string, string> }
  type Canary = { release: Live & { groups?: Record<string, string[]> }; share: number; salt: string }
  type App = { active: Live; canary?: Canary; spare?: Live; routes?: Route[]; tabs?: Tab[] }
  // The shell reports a damaged block and reads /registry.json instead. What is in it is what releases brought: one
  // that cannot be read costs itself alone.
  const registry = read(page.getElementById('registry')?.textContent)
  const apps: [app: string, App][] = Object.entries<App>(registry.apps || {}).slice(0, 300)
  const each = (use: (app: App, name: string) => void) => {
    for (const [name, app] of apps)
      try {
        use(app, name)
      } catch {
        // The shell reports it.
      }
  }
  const fits = (route: string) => {
    const want = route.split('/')
    const have = path.split('/')
    return (
      want.length === have.length && want.every((part, index) => (part[0] === ':' ? have[index] : part === have[index]))
    )
  }
  generation = registry.generation
  const isOwn = (path: string) => /^\/releases\/[\w-]+\/\d[\w.-]+$/.test(path)
  // Whether this browser tries a candidate: the choice of the contract's `canaryGroupOf`, word for word.
  const tries = (app: string, { salt, share }: Canary) => {
    let me = saved('adcoin.browser')
    if (!/^[0-9a-f]{16}$/.test(me)) {
      me = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => (byte + 256).toString(16).slice(1)).join('')
      save('adcoin.browser', me)
    }
    let hash = 2166136261
    for (const letter of app + salt.slice(0, 6) + me) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
    // Who keeps nothing would be another one at the next load.
    return Number.isInteger(share) && share > 0 && share <= 50 && (hash >>> 0) % 100 < share && saved('adcoin.browser')
  }
  let groups = token ? ['data'] : []
  let reads: string[] = []
  let later: Record<string, string[]> = {}
  let shell = ''
  const wanted: Parameters<typeof add>[] = []
  each(({ active: usual, canary, spare, routes }, app) => {
    const candidate = canary && canary.release && isOwn(canary.release.path) && tries(app, canary) ? canary.release : 0
    const active = candidate || usual
    const route = (routes || []).filter(one => fits(one.path))[0]
    const isShell = app === 'shell'
    if (isShell && spare && isOwn(spare.path)) {
      const at = (file: string) => [`${spare.path}/${file}`, spare.integrity[file] || ''] as const
      const [file, integrity] = at(spare.entry)
      if (integrity) queue.push({ file, integrity, sheets: spare.styles.map(at) })
    }
    if ((!route && !isShell) || !isOwn(active.path)) return
    if (isShell) {
      later = active.preload || {}
      shell = active.path + '/'
    }
    if (route) {
      groups = groups.concat((candidate ? candidate.groups?.[route.path] : route.groups) || [])
      reads = (route.reads || []).filter(one => /^\/app\//.test(one))
      for (const file of [active.entry].concat((candidate ? candidate.preload?.[route.path] : route.preload) || []))
        wanted.push(['modulepreload', active.path + '/' + file])
    }
    const words = active.locales[code]
    // A remote's language file is data; the remote compares it with the hash in its entry.
    if (words)
      wanted.push(isShell ? ['modulepreload', shell + words] : ['preload', active.path + '/' + words, '', 'fetch'])
    // The loader puts the stylesheet in when it mounts; this only starts the download.
    if (!isShell)
      for (const style of active.styles)
        wanted.push(['preload', active.path + '/' + style, active.integrity[style] || '', 'style'])
  })
  // The start that was never over, unless another tab is about it right now.
  const [ended = '', since] = saved('adcoin.boot').split(' ')
  if (isOwn(ended.replace(/\/[^/]*$/, '')) && !(Date.now() - Number(since) < 5_000)) {
    strike(ended)
    report(ended, 'stall', 'it never drew')
  }
  queue.sort((a, b) => Number(isStruck(a)) - Number(isStruck(b)))
  if (queue[0]) dress(queue[0])

  // The shell's own files with the shared modules that this screen, or a signed-in person, needs: before all others,
  // because they are large, and over HTTP/1.1 a browser has six files on their way at a time.
  if (queue[0] === live)
    for (const file of new Set(groups.flatMap(group => later[group] || []))) add('modulepreload', shell + file)
  for (const one of wanted) add(...one)

  // What this screen reads first, while its code is on its way. `http` takes each answer once, for this very token and
  // language only; one that fails is asked for again.
  const answers: Record<string, Promise<Response>> = {}
  const headers = { lang: code, Accept: 'application/json', ...(token ? { 'Authorized-Key': token } : {}) }
  for (const one of reads) {
    const answer = fetch(one, { headers, redirect: 'error', credentials: 'same-origin', cache: 'no-store' })
    answer.catch(() => 0)
    answers[one] = answer
  }
  Object.assign(window, { adcoinReads: { token, language: code, answers } })

  const templates = () => [...page.querySelectorAll('template')]
  // The shell's frame around the screen. At the screen of a tab it has the tabs of the live remotes; the shell brings a
  // link for each icon.
  const framed = (screen: Node): Node => {
    const frame = templates().filter(one => one.dataset.path === '/frame')[0]
    const around = page.importNode((frame || page.createElement('template')).content, true)
    const bar = around.querySelector('nav')
    if (!bar) return screen
    const icons = [...bar.querySelectorAll('a')]
    let tabs: Tab[] = []
    each(app => (tabs = tabs.concat((app.tabs || []).filter(tab => tab.path && tab.labels))))
    tabs.sort((a, b) => a.order - b.order)
    if (!token || !tabs.some(tab => tab.path === path)) bar.remove()
    bar.textContent = ''
    for (const tab of tabs) {
      const drawn = icons.filter(icon => icon.hash === '#' + tab.icon)[0] || page.createElement('a')
      const link = drawn.cloneNode(true) as HTMLAnchorElement
      link.className = 'ac-tab'
      link.href = tab.path
      ;(link.querySelector('span') || link).textContent = tab.labels[code] || ''
      if (tab.path === path) link.setAttribute('aria-current', 'page')
      bar.appendChild(link)
    }
    around.querySelector('.ac-desk__column')?.appendChild(screen)
    return around
  }
  // A drawing stands once for all languages: `{}` in it is the next text of its own.
  const written = (drawing: DocumentFragment) => {
    const words: string[] = read(page.getElementById('texts')?.textContent)[path]?.[code] || []
    const walker = page.createTreeWalker(drawing, 5) // elements and texts
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const one of node instanceof Element ? [...node.attributes] : [node])
        if (one.nodeValue === '{}') one.nodeValue = words.shift() || ''
    return drawing
  }
  // `?step=code` and `?reset=mobile` name a step inside a screen; what is prerendered is the first one.
  const shown = /[?&](step|reset)=/.test(location.search) ? '' : path
  const fill = () => {
    templates().forEach(one => {
      const root = place()
      const isOurs = one.dataset.path === shown && (one.dataset.language || '').split(' ').indexOf(code) >= 0
      // Something after it: the parser has read it to its end.
      if (!root || isFilled || !isOurs || !one.nextSibling) return
      message?.remove()
      message = null
      root.appendChild(framed(written(page.importNode(one.content, true))))
      first = root.firstChild
      isFilled = true
      if (hasFailed) say('alert')
      reading.disconnect()
    })
  }
  // As soon as it has been read.
  const reading = new MutationObserver(fill)
  reading.observe(html, { childList: true, subtree: true })
  const begin = () => {
    reading.disconnect()
    fill()
    start()
  }
  if (page.readyState === 'loading') page.addEventListener('DOMContentLoaded', begin, { once: true })
  else begin()
}
