/** The six entries of the language list, in the order in which people see them. Source: specification sections 1 and 3. */
export const languages = [
  { api_code: 'en_US', tag: 'en', title: 'English' },
  { api_code: 'zh_TW', tag: 'zh-TW', title: '繁體中文' },
  { api_code: 'pt_PT', tag: 'pt-PT', title: 'Português' },
  { api_code: 'hi_IN', tag: 'hi-IN', title: 'हिन्दी' },
  { api_code: 'es_MX', tag: 'es-MX', title: 'Español (México)' },
  { api_code: 'es_ES', tag: 'es-ES', title: 'Español (España)' },
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

/** The first supported language of a list of browser tags, else English. Source: ruling R4. */
export function detectLanguage(tags: readonly string[]): ApiCode {
  for (const tag of tags) {
    const found = languageOfTag(tag)
    if (found) return found
  }
  return defaultLanguage
}

function languageOfTag(tag: string): ApiCode | undefined {
  const lower = tag.toLowerCase()
  const [base] = lower.split('-')
  if (base === 'en') return 'en_US'
  if (base === 'pt') return 'pt_PT'
  if (base === 'hi') return 'hi_IN'
  if (base === 'es') return lower === 'es-es' ? 'es_ES' : 'es_MX'
  if (/^zh-(tw|hk|mo|hant\b)/.test(lower)) return 'zh_TW'
  return undefined
}
