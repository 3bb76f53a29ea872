type SheetRules = { readonly rules: readonly CSSRule[]; readonly disabled: boolean; readonly media: string }

/**
 * Restores the style sheets that all areas share, those of the shell and of @adcoin/ui: rules that were inserted or
 * deleted, `disabled` and `media`. Sheets of releases are their own.
 *
 * @returns restores, and gives what was changed since the last call
 */
export function watchSharedSheets(page: Document): () => readonly string[] {
  const known = new WeakMap<CSSStyleSheet, SheetRules>()
  const look = () =>
    [...page.styleSheets].flatMap(sheet => {
      const owner = sheet.ownerNode
      if (!(owner instanceof HTMLElement) || owner.dataset['release'] !== undefined) return []
      // An extension's: its rules cannot be read from here.
      if (sheet.href !== null && new URL(sheet.href, page.baseURI).origin !== location.origin) return []
      const kept = known.get(sheet)
      if (kept) return restored(sheet, kept)
      known.set(sheet, { rules: [...sheet.cssRules], disabled: sheet.disabled, media: sheet.media.mediaText })
      return []
    })
  look()
  return look
}

function restored(sheet: CSSStyleSheet, { rules, disabled, media }: SheetRules): readonly string[] {
  const changed: string[] = []
  if (sheet.disabled !== disabled) {
    sheet.disabled = disabled
    changed.push('disabled of a shared style sheet')
  }
  if (sheet.media.mediaText !== media) {
    sheet.media.mediaText = media
    changed.push('media of a shared style sheet')
  }
  if (restoreRules(sheet, rules)) changed.push('rules of a shared style sheet')
  return changed
}

/** A deleted rule comes back as a copy, which from then on is compared by its text. */
function restoreRules(sheet: CSSStyleSheet, rules: readonly CSSRule[]): boolean {
  const isSame = (rule: CSSRule | undefined, at: number) =>
    rule !== undefined && (rule === rules[at] || rule.cssText === rules[at]?.cssText)
  if (sheet.cssRules.length === rules.length && rules.every((_, at) => isSame(sheet.cssRules[at], at))) return false
  for (let at = sheet.cssRules.length - 1; at >= 0; at--) {
    const rule = sheet.cssRules[at]
    if (rule && !rules.includes(rule)) sheet.deleteRule(at)
  }
  rules.forEach((rule, at) => {
    if (!isSame(sheet.cssRules[at], at)) sheet.insertRule(rule.cssText, at)
  })
  return true
}
