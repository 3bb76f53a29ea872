import { addLink } from './links.ts'
import { earlyFiles, expectedPath, type BootPaths } from './early-files.ts'
import { readPageBlock } from './page-block.ts'
import { saved } from './browser-storage.ts'
import { showFragment } from './fragment.ts'

/** `[beginning of a browser tag in lower case, api_code, tag]`, most exact first; the rules of rulings.md R4. */
export type LanguageRules = readonly (readonly [string, string, string])[]

/**
 * The first script of the page, inline and small. It runs before anything is fetched: sets language and theme, requests
 * the files and the first answers of the area that this visit will show, and shows its prerendered screen. Compose
 * bundles it into the head of `index.html`; `start.ts` follows at the end of the body.
 */
export function early(paths: BootPaths, rules: LanguageRules): void {
  const language = setLanguage(rules)
  const theme = saved('adcoin.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  const block = readPageBlock()
  const stored = saved('adcoin.token')
  const token = RegExp(paths.token).test(stored) ? stored : ''
  const path = expectedPath(paths, location.pathname, token !== '')
  const { links, reads } = earlyFiles(block, path, language, token !== '')
  // Before the files: HTTP/1.1 loads six at a time, and the answers are small.
  readEarly(reads, token, language)
  links.forEach(addLink)
  showFragment({ path, language, hasToken: token !== '' }, block)
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
  Object.assign(window, { adcoinReads: { token, language, answers, ready: {} } })
}
