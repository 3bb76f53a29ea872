import { fieldErrorKeys, type FieldErrorKey } from '@adcoin/contract'
import type { HttpFailure } from '@adcoin/http'
import { sharedTexts } from '../texts.ts'

/** The action of a call, for the full-screen loader. */
export type Doing = 'send' | 'save' | 'check' | 'login' | 'claim' | 'link' | 'withdraw'

/** Text of a failed call: the service's own sentence, else the generic network text. Source: specification.md 8. */
export function failureText(failure: HttpFailure): string {
  if (failure.kind === 'refused' && failure.msg !== '') return failure.msg
  return sharedTexts.t('failure.network')
}

/** Texts of the loader that are more exact than "Loading". Source: rulings.md R6, expectations.md 5. */
export function doingText(doing: Doing): string {
  return sharedTexts.t(`doing.${doing}`)
}

const knownKeys = [
  ...fieldErrorKeys,
  'pwd_short',
  'pwd_long',
  'pwd_mismatch',
  'pwd_reused',
  'old_pwd_wrong',
  'email_invalid',
  'mobile_invalid',
  'region_unsupported',
  'too_young',
  'code_wrong',
  'link_invalid',
  'invite_unknown',
  'disclosure_needed',
  'pay_pwd_wrong',
  'payway_invalid',
  'amount_range',
  'insufficient',
] as const satisfies readonly FieldErrorKey[]

function isKnown(key: string): key is (typeof knownKeys)[number] {
  return knownKeys.some(each => each === key)
}

/**
 * The sentence for a field error key, of the service (`data.fields`) and of the contract's schemas alike (`Password`
 * yields `pwd_short`); an unknown key reads as "not valid". Source: specification.md 8 for the verbatim ones.
 */
export function useFieldText(): (key: string) => string {
  const t = sharedTexts.useT()
  return key => t(`field.${isKnown(key) ? key : 'invalid'}`)
}

/** The same sentence outside a component, in the language of this moment. */
export function fieldText(key: string): string {
  return sharedTexts.t(`field.${isKnown(key) ? key : 'invalid'}`)
}
