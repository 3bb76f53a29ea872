import type { Tree } from './text-file.ts'

/** i18next shows the key of a plural form that a file lacks (es: `many`, from a million): `other` replaces it. */
export function withEveryForm(texts: Tree, tag: string): Tree {
  return withForms(texts, new Intl.PluralRules(tag).resolvedOptions().pluralCategories)
}

function withForms(texts: Tree, forms: readonly Intl.LDMLPluralRule[]): Tree {
  const entries = Object.entries(texts).flatMap(([key, value]): [string, string | Tree][] => {
    if (typeof value !== 'string') return [[key, withForms(value, forms)]]
    if (!key.endsWith('_other')) return [[key, value]]
    const base = key.slice(0, -'_other'.length)
    return [
      [key, value],
      ...forms
        .filter(form => texts[`${base}_${form}`] === undefined)
        .map((form): [string, string] => [`${base}_${form}`, value]),
    ]
  })
  return Object.fromEntries(entries)
}
