import { exceptions, remedies } from '@adcoin/checks/forbidden-uses'
import type { GateAllowance, Generation } from '@adcoin/contract'
import type { ReleaseRefusal } from '../refusal.ts'

/** Signed exceptions of one app: rule to allowance. */
export type Allowances = Readonly<Record<string, GateAllowance>>

/** The rules about scripts: an app may have a reason to do what one forbids, and then an operator signs for it. */
export const allowable: readonly string[] = Object.keys(remedies)

/** Everything that is allowed now, the exceptions of this repository included. */
export function allowedNow(signed: Generation['allowed'] = {}): Generation['allowed'] {
  const apps = [...new Set([...Object.keys(exceptions), ...Object.keys(signed)])]
  return Object.fromEntries(apps.map(app => [app, { ...exceptions[app], ...signed[app] }]))
}

/**
 * The remaining refusals: a rule that is broken in no more places than operators allow is dropped. With one place more
 * all of them are shown again, because the intended ones are unknown.
 */
export function withoutAllowed(
  app: string,
  refusals: readonly ReleaseRefusal[],
  signed: Allowances,
): readonly ReleaseRefusal[] {
  const allowed: Allowances = { ...exceptions[app], ...signed }
  return refusals.flatMap(refusal => {
    const { rule } = refusal
    if (!allowable.includes(rule)) return [refusal]
    const places = refusals.filter(each => each.rule === rule).length
    const most = allowed[rule]?.places ?? 0
    if (places <= most) return []
    const remedy = `${refusal.remedy} Where it must be so, operators sign for it: release allow ${app} ${rule}${places > 1 ? ` --places ${places}` : ''} --why …`
    const says = most === 0 ? refusal.says : `${refusal.says} (${countOf(places)}; operators allow ${most})`
    return [{ ...refusal, says, remedy }]
  })
}

/** `1 place`, `3 places`. */
export function countOf(places: number): string {
  return places === 1 ? '1 place' : `${places} places`
}
