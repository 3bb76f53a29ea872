/** Texts of the message that needs nothing but this script, per api_code. */
export type BootTexts = Readonly<Record<string, { readonly title: string; readonly text: string; readonly retry: string }>>

/** `[beginning of a browser tag in lower case, api_code, tag]`, most exact first; the rules of ruling R4. */
export type LanguageRules = readonly (readonly [string, string, string])[]

/**
 * The first script of the page, inline and small. It runs before anything is fetched: sets language and theme, starts
 * the files of the area that this visit will show, shows its prerendered fragment, and says so plainly in the person's
 * language when the shell does not arrive. The shell draws over all of it.
 *
 * Its source text goes into `index.html` as it stands, so it uses nothing from outside but its three arguments.
 */
export function boot(publicPaths: readonly string[], rules: LanguageRules, texts: BootTexts): void {
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
  const token = saved('adcoin.token')
  const asked = location.pathname
  const isPublic = publicPaths.indexOf(asked) >= 0
  const path = asked === '/appLogin' ? asked : token ? (isPublic || asked === '/' ? '/home' : asked) : isPublic ? asked : '/lanuch'

  const add = (rel: string, href: string, integrity: string | undefined, as?: string) => {
    const link = page.createElement('link')
    link.rel = rel
    if (as) link.as = as
    if (integrity) link.setAttribute('integrity', integrity)
    link.href = href
    page.head.appendChild(link)
  }
  type Live = { path: string; entry: string; styles: string[]; locales: Record<string, string>; preload: Record<string, string[]>; integrity: Record<string, string> }
  const text = page.getElementById('registry')?.textContent || '{}'
  let apps: Record<string, { active: Live; routes?: { path: string }[] }> = {}
  try {
    apps = JSON.parse(text).apps || {}
  } catch {
    // The shell reports a damaged block and reads /registry.json instead.
  }
  const fits = (route: string) => {
    const want = route.split('/')
    const have = path.split('/')
    return want.length === have.length && want.every((part, index) => part[0] === ':' ? have[index] : part === have[index])
  }
  for (const app in apps) {
    const route = (apps[app]?.routes || []).map(each => each.path).filter(fits)[0]
    const live = apps[app]?.active
    if (!live || (!route && app !== 'shell')) continue
    const files = (route && live.preload[route] || []).concat(live.locales[code] || [])
    for (const file of app === 'shell' ? files : [live.entry].concat(files)) add('modulepreload', live.path + '/' + file, undefined)
    // The loader puts the stylesheet in when it mounts; this only starts the download.
    if (app !== 'shell') for (const style of live.styles) add('preload', live.path + '/' + style, live.integrity[style], 'style')
  }

  let hasFailed = false
  let drawnHere: Node | null = null
  const show = () => {
    const place = page.getElementById('root')
    const words = texts[code]
    // The shell's first render replaces what this script put there.
    if (!place || !words || place.firstChild !== drawnHere) return
    place.textContent = ''
    const box = page.createElement('main')
    box.setAttribute('role', 'alert')
    box.style.cssText = 'max-width:24rem;margin:20vh auto;padding:24px;font:1rem/1.5 system-ui,sans-serif;text-align:center'
    const put = (tag: 'h1' | 'p' | 'button', content: string) => {
      const made = page.createElement(tag)
      made.textContent = content
      box.appendChild(made)
      return made
    }
    put('h1', words.title)
    put('p', words.text)
    const retry = put('button', words.retry)
    retry.style.cssText = 'min-height:48px;padding:0 24px;font:inherit'
    retry.onclick = () => location.reload()
    drawnHere = place.appendChild(box)
  }
  const entry = apps.shell ? apps.shell.active.path + '/' : '/releases/shell/'
  addEventListener('error', event => {
    const from = event.target as Element | null
    const address = from instanceof HTMLScriptElement ? from.src : ''
    if (address && address.indexOf(entry) > 0) {
      hasFailed = true
      show()
    }
  }, true)
  setTimeout(show, 10_000)

  const fill = () => {
    const place = page.getElementById('root')
    page.querySelectorAll('template').forEach(each => {
      // Something after it: the parser has read it to its end.
      if (!place || place.firstChild || each.dataset.path !== path || each.dataset.language !== code || !each.nextSibling) return
      place.appendChild(each.content.cloneNode(true))
      drawnHere = place.firstChild
      reading.disconnect()
    })
  }
  // As soon as it has been read: DOMContentLoaded waits for the shell's whole script.
  const reading = new MutationObserver(fill)
  reading.observe(html, { childList: true, subtree: true })
  page.addEventListener('DOMContentLoaded', () => {
    reading.disconnect()
    if (hasFailed) show()
    else fill()
  }, { once: true })
}
