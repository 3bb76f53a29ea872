import type { ApiCode } from '@adcoin/contract'
import { currentLanguage } from '../instance.ts'

/** Sentences one after the other, with what the language puts between them: a space, in Chinese nothing. */
export function joined(sentences: readonly string[], code: ApiCode = currentLanguage()): string {
  return sentences.join(code === 'zh_TW' ? '' : ' ')
}
