/** At-rules that are only conditions for the rules in them. */
const conditions = ['CSSMediaRule', 'CSSSupportsRule', 'CSSContainerRule', 'CSSStartingStyleRule']

type Rules = {
  readonly cssRules: CSSRuleList
  deleteRule(index: number): void
}

/**
 * Limits the style sheet of a remote to its own elements: those with a class of its build, and their descendants. The
 * gate rejects wider sheets; this covers what the gate misses. Ordinary rules (`.team-0a1b2c3`) stay as they are and
 * cost nothing; other rules get a condition without specificity. Page-wide names (fonts, layers, imports, animations of
 * others) are removed.
 *
 * @param app  `remote-team`, whose classes begin with `team-`
 */
export function confineStyles(sheet: CSSStyleSheet, app: string): void {
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
