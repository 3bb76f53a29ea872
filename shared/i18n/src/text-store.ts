import { defaultLanguage, languages, tagOf, type ApiCode } from '@adcoin/contract'
import type { TextValues } from './keys.ts'
import type { Tree } from './text-file.ts'

export type TextStore = ReturnType<typeof createTextStore>

/** The page's texts by namespace and language, and the current language. */
export function createTextStore() {
  const texts = new Map<string, Tree>()
  const listeners = new Set<() => void>()
  let language: ApiCode = defaultLanguage
  const tell = () => listeners.forEach(listener => listener())
  const placeOf = (namespace: string, code: ApiCode) => `${namespace} ${code}`
  return {
    language: () => language,
    add: (namespace: string, code: ApiCode, tree: Tree) => void texts.set(placeOf(namespace, code), tree),
    /** Calls every listener, also where the language stays and only its texts are others. */
    change(code: ApiCode): void {
      language = code
      tell()
    },
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /**
     * A text in the current language. Each language is complete: a file that failed to load is replaced by another
     * language, English first.
     */
    find(namespace: string, key: string, values: TextValues = {}): string | undefined {
      for (const code of [language, defaultLanguage, ...languages.map(({ api_code }) => api_code)]) {
        const tree = texts.get(placeOf(namespace, code))
        const text = tree && textIn(tree, key, code, values['count'])
        if (text !== undefined) return filled(text, code, values)
      }
      return undefined
    },
  }
}

/** The text of a dotted key; a number as `count` chooses the plural form, `other` where the file has no such form. */
function textIn(tree: Tree, key: string, code: ApiCode, count: string | number | undefined): string | undefined {
  const path = key.split('.')
  const last = path.pop() ?? ''
  const place = path.reduce<Tree | string | undefined>(childOf, tree)
  const forms = typeof count === 'number' ? [pluralForm(code, count), 'other'].map(form => `${last}_${form}`) : []
  return [...forms, last].map(name => childOf(place, name)).find(each => typeof each === 'string')
}

function childOf(tree: Tree | string | undefined, name: string): Tree | string | undefined {
  return typeof tree === 'object' && Object.hasOwn(tree, name) ? tree[name] : undefined
}

const rules = new Map<ApiCode, Intl.PluralRules>()

function pluralForm(code: ApiCode, count: number): string {
  const known = rules.get(code) ?? new Intl.PluralRules(tagOf(code))
  rules.set(code, known)
  return known.select(count)
}

/** Writes the values in: `{{name}}` as it is, `{{count, number}}` with the separators of the language. */
function filled(text: string, code: ApiCode, values: TextValues): string {
  return text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber?: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return isNumber ? Number(value).toLocaleString(tagOf(code)) : String(value ?? '')
  })
}
