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
 * the files of the area that this visit will show, shows its prerendered fragment, and says so plainly in the person's
 * language when the shell does not arrive. The shell draws over all of it.
 *
 * Its source text goes into `index.html` as it stands, so it uses nothing from outside but its three arguments.
 *
 * Long because its text is one inline script, and every function beside it would be one more text to carry over.
 */
export function boot(paths: BootPaths, rules: LanguageRules, texts: BootTexts): void {
  const page = document
  const html = page.documentElement
  const saved = (key: string) => {
    try {
      return localStorage.getItem(key) || ''
    } catch {
      return ''
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

  // The guard's answer, as far as it is needed to start the right files early. The shell decides; this only guesses.
  const stored = saved('adcoin.token')
  const token = RegExp(paths.token).test(stored) ? stored : ''
  const asked = location.pathname
  const isOpen = paths.open.indexOf(asked) >= 0
  const isFree = paths.always.indexOf(asked) >= 0 || (token ? !isOpen && asked !== '/' : isOpen)
  const path = isFree ? asked : token ? paths.home : paths.landing

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
  // Wrong bytes from a cache would come again and again: what was refused is asked for once more past it, which mends it.
  const anew = (href: string, integrity: string) =>
    fetch(href, { integrity, cache: 'reload' }).then(answer => answer.blob())

  // The shell's own style sheets. In front of all others, as the cascade wants it; the shell waits for those that stand
  // in the page, so one that cannot be had leaves it.
  page.querySelectorAll('link').forEach(({ as, href, integrity }) => {
    if (as !== 'style') return
    const sheet = add('stylesheet', href, integrity)
    sheet.onerror = () => {
      const second = add('stylesheet', '', integrity)
      second.onerror = () => second.remove()
      sheet.replaceWith(second)
      const show = () => (second.href = href)
      anew(href, integrity).then(show, show)
    }
  })
  type Live = {
    path: string
    entry: string
    styles: string[]
    locales: Record<string, string>
    preload?: Record<string, string[]>
    integrity: Record<string, string>
  }
  const text = page.getElementById('registry')?.textContent || '{}'
  type Route = { path: string; preload?: string[]; groups?: string[]; reads?: string[] }
  type Tab = { path: string; icon: string; order: number; labels: Record<string, string> }
  let apps: Record<string, { active: Live; routes?: Route[]; tabs?: Tab[] }> = {}
  try {
    apps = JSON.parse(text).apps || {}
  } catch {
    // The shell reports a damaged block and reads /registry.json instead.
  }
  const fits = (route: string) => {
    const want = route.split('/')
    const have = path.split('/')
    return (
      want.length === have.length && want.every((part, index) => (part[0] === ':' ? have[index] : part === have[index]))
    )
  }
  let groups = token ? ['data'] : []
  let reads: string[] = []
  const wanted: Parameters<typeof add>[] = []
  for (const app in apps) {
    const route = (apps[app]?.routes || []).filter(each => fits(each.path))[0]
    const live = apps[app]?.active
    if (!live || (!route && app !== 'shell')) continue
    const words = live.locales[code]
    if (route) {
      groups = groups.concat(route.groups || [])
      reads = route.reads || []
      for (const file of [live.entry].concat(route.preload || []))
        wanted.push(['modulepreload', live.path + '/' + file])
    }
    // A remote's language file is data; the remote compares it with the hash in its entry.
    if (words)
      wanted.push(
        app === 'shell'
          ? ['modulepreload', live.path + '/' + words]
          : ['preload', live.path + '/' + words, '', 'fetch'],
      )
    // The loader puts the stylesheet in when it mounts; this only starts the download.
    if (app !== 'shell')
      for (const style of live.styles)
        wanted.push(['preload', live.path + '/' + style, live.integrity[style] || '', 'style'])
  }

  // The shell's own files with the shared modules that this screen, or a signed-in person, needs: before all others,
  // because they are large, and over HTTP/1.1 a browser has six files on their way at a time.
  const shell = apps.shell && apps.shell.active
  const shared = groups.flatMap(group => (shell && shell.preload && shell.preload[group]) || [])
  for (const file of new Set(shared)) if (shell) add('modulepreload', shell.path + '/' + file)
  for (const each of wanted) add(...each)

  // What this screen reads first, while its code is on its way. `http` takes each answer once, for this very token and
  // language only; one that fails is asked for again.
  const answers: Record<string, Promise<Response>> = {}
  const headers = { lang: code, Accept: 'application/json', ...(token ? { 'Authorized-Key': token } : {}) }
  for (const read of reads) {
    const answer = fetch(read, { headers, redirect: 'error', credentials: 'same-origin', cache: 'no-store' })
    answer.catch(() => 0)
    answers[read] = answer
  }
  Object.assign(window, { adcoinReads: { token, language: code, answers } })

  // What this script has put into the page. The shell's first render replaces all of it.
  let first: Node | null = null
  let message: HTMLElement | null = null
  let isFilled = false
  let hasFailed = false
  const place = () => {
    const root = page.getElementById('root')
    return root && root.firstChild === first ? root : null
  }
  const say = (role: 'alert' | 'status') => {
    const root = place()
    const words = texts[code]
    if (!root || !words || message?.getAttribute('role') === role) return
    message?.remove()
    const box = page.createElement('div')
    box.setAttribute('role', role)
    box.style.cssText =
      'max-width:24rem;margin:' +
      (isFilled ? '0' : '20vh') +
      ' auto 0;padding:24px;font:1rem/1.5 system-ui,sans-serif;text-align:center'
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
      retry.style.cssText =
        'min-height:48px;margin-top:12px;padding:0 24px;border:1px solid;border-radius:24px;background:none;color:inherit;font:inherit'
      retry.onclick = () => location.reload()
    }
    first = message = root.insertBefore(box, root.firstChild)
  }
  const entry = apps.shell ? apps.shell.active.path + '/' : '/releases/shell/'
  const fail = () => {
    hasFailed = true
    say('alert')
  }
  addEventListener(
    'error',
    event => {
      const script = event.target instanceof HTMLScriptElement ? event.target : null
      const address = script ? script.src : event.filename
      if (!address || address.indexOf(entry) < 0) return
      // Its file was refused or cannot be had; or it threw before it drew anything.
      if (script)
        anew(address, script.integrity)
          .then(() => import(address))
          .catch(fail)
      else fail()
    },
    true,
  )
  // A slow network is no failure: 150 KB take half a minute at 50 kbit/s. Only a minute in which no file came to its
  // end is one.
  setTimeout(() => first || say('status'), 10_000)
  let stall = setTimeout(say, 60_000, 'alert')
  const arrivals = new PerformanceObserver(() => {
    clearTimeout(stall)
    if (place()) stall = setTimeout(say, 60_000, 'alert')
    else arrivals.disconnect()
  })
  arrivals.observe({ type: 'resource' })

  const templates = () => [...page.querySelectorAll('template')]
  // The shell's frame around the screen. At the screen of a tab it has the tabs of the live remotes; the shell brings a
  // link for each icon.
  const framed = (screen: Node): Node => {
    const frame = templates().filter(each => each.dataset.path === '/frame')[0]
    const whole = page.importNode((frame || page.createElement('template')).content, true)
    const bar = whole.querySelector('nav')
    if (!bar) return screen
    const icons = [...bar.querySelectorAll('a')]
    const tabs = Object.keys(apps)
      .sort()
      .flatMap(app => apps[app]?.tabs || [])
      .sort((a, b) => a.order - b.order)
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
    whole.querySelector('.ac-desk__column')?.appendChild(screen)
    return whole
  }
  // `?step=code` and `?reset=mobile` name a step inside a screen; what is prerendered is the first one.
  const shown = /[?&](step|reset)=/.test(location.search) ? '' : path
  const fill = () => {
    templates().forEach(each => {
      const root = place()
      const isOurs = each.dataset.path === shown && (each.dataset.language || '').split(' ').indexOf(code) >= 0
      // Something after it: the parser has read it to its end.
      if (!root || isFilled || !isOurs || !each.nextSibling) return
      message?.remove()
      message = null
      root.appendChild(framed(each.content.cloneNode(true)))
      first = root.firstChild
      isFilled = true
      if (hasFailed) say('alert')
      reading.disconnect()
    })
  }
  // As soon as it has been read: DOMContentLoaded waits for the shell's whole script.
  const reading = new MutationObserver(fill)
  reading.observe(html, { childList: true, subtree: true })
  page.addEventListener(
    'DOMContentLoaded',
    () => {
      reading.disconnect()
      fill()
      if (hasFailed) say('alert')
    },
    { once: true },
  )
}
