import { apiCodes } from '@adcoin/contract'
import type { SixTexts } from '../settings/six-languages.ts'
import type { TaskKind } from './task-kinds.ts'
import texts from './texts.json' with { type: 'json' }

/** Required at the start of every post. */
export const hashtag: SixTexts = texts.hashtag

/**
 * The line that a kind shows and that the person confirms: always the advertising line, then the platform's label or
 * the consent rule.
 */
export const findDisclosure = (kind: TaskKind): SixTexts => texts.disclosure[kind]

/** Puts the hashtag at the start, as the disclosure demands; a text that has it already is unchanged. */
export function addHashtag(text: SixTexts): SixTexts {
  return Object.fromEntries(
    apiCodes.map(code => [code, text[code].startsWith(hashtag[code]) ? text[code] : `${hashtag[code]} ${text[code]}`]),
  ) as SixTexts
}
