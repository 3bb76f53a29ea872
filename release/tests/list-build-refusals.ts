import { expect } from 'vitest'
import { checkBuild } from '../src/gate/check-build.ts'
import type { BuiltApp } from '../src/releases/built-app.ts'
import { Refused, type ReleaseRefusal } from '../src/refusal.ts'

/** Why the gate refuses a build, empty if it passes; each refusal has a rule, a place and a remedy. */
export function listBuildRefusals(built: BuiltApp): readonly ReleaseRefusal[] {
  try {
    checkBuild(built)
    return []
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    for (const refusal of error.refusals)
      for (const part of ['rule', 'place', 'says', 'remedy'] as const) expect(refusal[part], part).not.toBe('')
    return error.refusals
  }
}
