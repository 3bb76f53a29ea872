import { apiCodes, languageRules, tagOf, type ApiCode } from '@adcoin/contract'
import en_US from '../../locales/en_US.json' with { type: 'json' }
import es_ES from '../../locales/es_ES.json' with { type: 'json' }
import es_MX from '../../locales/es_MX.json' with { type: 'json' }
import hi_IN from '../../locales/hi_IN.json' with { type: 'json' }
import pt_PT from '../../locales/pt_PT.json' with { type: 'json' }
import zh_TW from '../../locales/zh_TW.json' with { type: 'json' }
import type { LanguageRules } from './boot/early.ts'
import type { BootTexts } from './boot/message.ts'

type Texts = { readonly boot: BootTexts[string] }
const all: Record<ApiCode, Texts> = { en_US, zh_TW, pt_PT, hi_IN, es_MX, es_ES }

/** The message for a shell that did not arrive, in six languages. */
export const bootTexts: BootTexts = Object.fromEntries(apiCodes.map(code => [code, all[code].boot]))

/** Texts of the page for visitors without scripts, and for machines: English. */
export const pageTexts = { about: en_US.about, noScript: en_US.noScript } as const

/** The contract's rules with the tag of each language, as the boot script takes them. */
export const bootRules: LanguageRules = languageRules().map(([beginning, code]) => [beginning, code, tagOf(code)])
