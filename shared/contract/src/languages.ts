/**
 * The six entries of the language list, in the order in which people see them. Source: specification.md 1 and 3.
 * `begins`: the beginnings of a browser's tag that mean this language, in lower case. Source: rulings.md R4.
 */
export const languages = [
  { api_code: 'en_US', tag: 'en', title: 'English', begins: ['en'] },
  { api_code: 'zh_TW', tag: 'zh-TW', title: '繁體中文', begins: ['zh-tw', 'zh-hk', 'zh-mo', 'zh-hant'] },
  { api_code: 'pt_PT', tag: 'pt-PT', title: 'Português (Portugal)', begins: ['pt'] },
  { api_code: 'hi_IN', tag: 'hi-IN', title: 'हिन्दी', begins: ['hi'] },
  { api_code: 'es_MX', tag: 'es-MX', title: 'Español (México)', begins: ['es'] },
  { api_code: 'es_ES', tag: 'es-ES', title: 'Español (España)', begins: ['es-es'] },
] as const

/** The value of the `lang` header and of every locale file's name. */
export type ApiCode = (typeof languages)[number]['api_code']

export const apiCodes: readonly ApiCode[] = languages.map(language => language.api_code)
export const defaultLanguage: ApiCode = 'en_US'

export function isApiCode(value: unknown): value is ApiCode {
  return apiCodes.some(code => code === value)
}

/** The BCP 47 tag for `<html lang>` and `Intl`. */
export function tagOf(code: ApiCode): string {
  return languages.find(language => language.api_code === code)?.tag ?? 'en'
}

/** `[beginning of a tag, language]`, the most exact first. */
export function listLanguageRules(): readonly (readonly [string, ApiCode])[] {
  return languages
    .flatMap(({ api_code, begins }) => begins.map(beginning => [beginning, api_code] as const))
    .sort(([one], [other]) => other.length - one.length)
}

/** The first supported language of a list of browser tags, else English. Source: rulings.md R4. */
export function detectLanguage(tags: readonly string[]): ApiCode {
  const rules = listLanguageRules()
  for (const tag of tags) {
    const found = rules.find(([beginning]) => `${tag.toLowerCase()}-`.startsWith(`${beginning}-`))
    if (found) return found[1]
  }
  return defaultLanguage
}
