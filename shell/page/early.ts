import { apiCodes, detectLanguage, tagOf, tokenPattern } from '@adcoin/contract'
import { readBlock, readStored } from './block.ts'
import { listEarlyFiles, predictPath } from './early-files.ts'
import { addLink } from './links.ts'
import { findEmptyRoot, prerendered } from './root.ts'

/**
 * The first script of the page, inline and small. It runs before anything is fetched: sets language and theme, requests
 * the files and the first answers of the area that this visit will show, and shows its prerendered screen. Compose
 * bundles it into the head of each page; `start.ts` follows at the end of the body.
 */
export function startEarly(goTo = (path: string) => location.replace(path)): void {
  const chosen = readStored('adcoin.language')
  const language = apiCodes.find(code => code === chosen) || detectLanguage(navigator.languages)
  document.documentElement.lang = tagOf(language)
  const theme = readStored('adcoin.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  const stored = readStored('adcoin.token')
  const token = tokenPattern.test(stored) ? stored : ''
  const path = predictPath(location.pathname, token !== '')
  const { links, reads, isElsewhere } = listEarlyFiles(path, language, token !== '')
  if (isElsewhere && path !== location.pathname && mayLeave(token !== '')) return goTo(path)
  // Before the files: HTTP/1.1 loads six at a time, and the answers are small.
  requestReads(reads, token, language)
  links.forEach(addLink)
  showFragment(path, language)
}

/**
 * Whether another page may show the screen that the guard will choose, where it is drawn. A visitor's destination is
 * kept as the shell does (`destination.ts`), as the last person's of this tab; to a person who has one the shell leads.
 */
function mayLeave(hasToken: boolean): boolean {
  try {
    if (hasToken) return !sessionStorage.getItem('adcoin.destination')
    const owner = sessionStorage.getItem('adcoin.tabOwner') || ''
    sessionStorage.setItem('adcoin.destination', owner + location.pathname + location.search + location.hash)
    return true
  } catch {
    return false
  }
}

/**
 * Requests what the screen reads first. `http` uses each answer once, for this very token and language only, and asks
 * again for one that failed.
 */
function requestReads(reads: readonly string[], token: string, language: string): void {
  const answers: Record<string, Promise<Response>> = {}
  const headers = { lang: language, Accept: 'application/json', ...(token ? { 'Authorized-Key': token } : {}) }
  for (const address of reads) {
    answers[address] = fetch(address, { headers, redirect: 'error', credentials: 'same-origin', cache: 'no-store' })
    answers[address].catch(() => 0)
  }
  Object.assign(window, { adcoinReads: { token, language, answers, ready: {} } })
}

/** Shows the prerendered screen of the path as soon as the parser has read it. */
function showFragment(path: string, language: string): void {
  // `?step=code` and `?reset=mobile` name a step inside a screen; the first step is prerendered.
  if (/[?&](step|reset)=/.test(location.search)) return
  const show = () => {
    const template = [...document.querySelectorAll('template')].find(
      ({ dataset }) => dataset.path === path && dataset.language?.includes(language),
    )
    // A next sibling means that the parser has read the template to its end.
    const root = template?.nextSibling && findEmptyRoot()
    if (!root) return
    reading.disconnect()
    root.appendChild(translateTemplate(template, path, language))
    root.firstElementChild?.setAttribute(prerendered, '')
  }
  const reading = new MutationObserver(show)
  reading.observe(document.documentElement, { childList: true, subtree: true })
  document.addEventListener('DOMContentLoaded', () => (show(), reading.disconnect()), { once: true })
}

/** Copies a template, which serves all languages: each `{}` in it is replaced by the next text of the path. */
function translateTemplate(template: HTMLTemplateElement, path: string, language: string): Node {
  const drawing = document.importNode(template.content, true)
  const texts = readBlock<Record<string, Record<string, string[]>>>('#texts')
  const ownTexts = [...(texts[path]?.[language] || [])]
  const walker = document.createTreeWalker(drawing, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const attribute of node instanceof Element ? [...node.attributes] : [node])
      if (attribute.nodeValue === '{}') attribute.nodeValue = ownTexts.shift() || ''
  return drawing
}
