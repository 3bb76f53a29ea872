import { reasonOf } from '../reports.ts'
import { LoadFailure } from './release.ts'

/** At-rules that are only conditions for the rules in them. */
const conditions = ['CSSMediaRule', 'CSSSupportsRule', 'CSSContainerRule', 'CSSStartingStyleRule']

type Rules = {
  readonly cssRules: CSSRuleList
  deleteRule(index: number): void
}

/**
 * Limits the style sheet of a remote to its own elements: those with a class of its build, and their descendants. The
 * build rejects selectors without a class; this covers the rest. Ordinary rules (`.team-0a1b2c3`) stay as they are and
 * cost nothing; other rules get a condition without specificity. Page-wide names (fonts, layers, imports, animations of
 * others) are removed.
 *
 * @param app  `remote-team`, whose classes begin with `team-`
 */
function confineStyles(sheet: CSSStyleSheet, app: string): void {
  const prefix = `${app.replace(/^remote-/, '')}-`
  const own = [`[class^="${prefix}"]`, `[class*=" ${prefix}"]`]
  const condition = `:where(${[...own, ...own.map(each => `${each} *`)].join(',')})`
  const plain = new RegExp(`^\\.${prefix}[\\w-]+$`)

  function confine(rules: Rules): void {
    for (let index = rules.cssRules.length - 1; index >= 0; index--) {
      const rule = rules.cssRules[index]
      if (!rule || !isKept(rule)) rules.deleteRule(index)
    }
  }

  function isKept(rule: CSSRule): boolean {
    if (rule instanceof CSSStyleRule) return isConfined(rule)
    if (rule instanceof CSSKeyframesRule) return rule.name.startsWith(prefix)
    const kind = Object.prototype.toString.call(rule).slice(8, -1)
    if (conditions.includes(kind)) confine(rule as CSSGroupingRule)
    // Declarations after a nested rule belong to the rule around it.
    return conditions.includes(kind) || kind === 'CSSNestedDeclarations'
  }

  function isConfined(rule: CSSStyleRule): boolean {
    if (rule.cssRules?.length > 0) confine(rule)
    const selectors = partsOf(rule.selectorText)
    if (selectors.every(({ element }) => plain.test(element))) return true
    rule.selectorText = selectors.map(({ element, pseudo }) => element + condition + pseudo).join(',')
    // A browser that did not take it leaves the old one.
    return partsOf(rule.selectorText).every(({ element }) => element.includes(`"${prefix}"`))
  }

  confine(sheet)
}

/** The selectors of a list, each split into its element and its pseudo-element. */
function partsOf(list: string): readonly { element: string; pseudo: string }[] {
  const parts: { element: string; pseudo: string }[] = []
  let [depth, quote, start, pseudoAt] = [0, '', 0, -1]
  const end = (index: number) => {
    const at = pseudoAt < 0 ? index : pseudoAt
    parts.push({ element: list.slice(start, at).trim(), pseudo: list.slice(at, index).trim() })
    ;[start, pseudoAt] = [index + 1, -1]
  }
  for (let index = 0; index < list.length; index++) {
    const sign = list[index] ?? ''
    if (sign === '\\') index++
    else if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
    else if (depth === 0 && sign === ',') end(index)
    else if (depth === 0 && pseudoAt < 0 && list.startsWith('::', index)) pseudoAt = index
  }
  end(list.length)
  return parts
}

/** The file is in the cache already; a sheet that takes longer than this is broken. An unstyled page is a failure. */
const styleMs = 1_500

/**
 * Puts a release's style sheets into the page, kept to its own elements, and waits until they apply.
 *
 * @param owner  `remote-wallet/1.0.0-0a1b2c3d4e5f`
 * @throws LoadFailure  'style'
 */
export async function addStyles(
  owner: string,
  sheets: readonly { url: string; integrity: string | undefined }[],
): Promise<void> {
  await Promise.all(sheets.map(sheet => addSheet(owner, sheet.url, sheet.integrity)))
}

/** Takes a release's sheets out of the page. */
export function removeStyles(owner: string): void {
  for (const link of linksOf(owner)) link.remove()
}

function addSheet(owner: string, url: string, integrity: string | undefined): Promise<void> {
  if (linksOf(owner).some(link => link.getAttribute('href') === url)) return Promise.resolve()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = url
  link.dataset['release'] = owner
  if (integrity) link.integrity = integrity
  return new Promise((resolve, reject) => {
    const failed = (why: string) => {
      link.remove()
      reject(new LoadFailure('style', `${url.split('/').at(-1)} ${why}`))
    }
    const timer = setTimeout(failed, styleMs, 'did not apply in time')
    link.onload = () => {
      clearTimeout(timer)
      try {
        if (link.sheet) confineStyles(link.sheet, owner.split('/')[0] ?? '')
        resolve()
      } catch (thrown) {
        failed(`could not be kept to its own elements: ${reasonOf(thrown)}`)
      }
    }
    link.onerror = () => {
      clearTimeout(timer)
      failed('was refused by the browser')
    }
    document.head.append(link)
  })
}

function linksOf(owner: string): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[data-release]')].filter(
    link => link.dataset['release'] === owner,
  )
}
