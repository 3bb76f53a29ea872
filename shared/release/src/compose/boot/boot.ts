import { addLink } from './links.ts'
import { earlyFiles, expectedPath, type BootPaths } from './early-files.ts'
import { placeOf, type BootTexts } from './message.ts'
import { readPageBlock } from './page-block.ts'
import { saved } from './browser-storage.ts'
import { shellStarter, type Browser } from './start-shell.ts'
import { showFragment } from './fragment.ts'

/** `[beginning of a browser tag in lower case, api_code, tag]`, most exact first; the rules of rulings.md R4. */
export type LanguageRules = readonly (readonly [string, string, string])[]

/**
 * The first script of the page, inline and small. It runs before anything is fetched: sets language and theme, requests
 * the files and the first answers of the area that this visit will show, shows its prerendered screen and starts the
 * shell. The shell draws over all of it. Compose bundles this folder into `index.html`.
 */
export function boot(paths: BootPaths, rules: LanguageRules, texts: BootTexts, browser: Browser): void {
  const language = setLanguage(rules)
  const theme = saved('adcoin.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  const block = readPageBlock()
  const place = placeOf(texts[language], browser.reload)
  const shell = shellStarter(block, place, browser)

  const stored = saved('adcoin.token')
  const token = RegExp(paths.token).test(stored) ? stored : ''
  const path = expectedPath(paths, location.pathname, token !== '')
  const files = earlyFiles(block, path, language, token !== '')
  if (shell.isLive) files.shell.forEach(addLink)
  files.rest.forEach(addLink)
  readEarly(files.reads, token, language)

  const finish = showFragment({ path, language, hasToken: token !== '' }, block, place)
  const begin = () => {
    finish()
    shell.begin()
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin, { once: true })
  else begin()
}

/** @returns the api_code of the language that the person chose, else of the browser's first known one */
function setLanguage(rules: LanguageRules): string {
  const chosen = saved('adcoin.language')
  const ofBrowser = navigator.languages
    .map(tag => rules.find(rule => (tag.toLowerCase() + '-').startsWith(rule[0] + '-')))
    .find(Boolean)
  const [, code, tag] = rules.find(rule => rule[1] === chosen) ||
    ofBrowser ||
    rules.find(rule => rule[1] === 'en_US') || ['', 'en_US', 'en']
  document.documentElement.lang = tag
  return code
}

/**
 * Requests what the screen reads first. `http` uses each answer once, for this very token and language only, and asks
 * again for one that failed.
 */
function readEarly(reads: readonly string[], token: string, language: string): void {
  const answers: Record<string, Promise<Response>> = {}
  const headers = { lang: language, Accept: 'application/json', ...(token ? { 'Authorized-Key': token } : {}) }
  for (const one of reads) {
    const answer = fetch(one, { headers, redirect: 'error', credentials: 'same-origin', cache: 'no-store' })
    answer.catch(() => 0)
    answers[one] = answer
  }
  Object.assign(window, { adcoinReads: { token, language, answers } })
}
