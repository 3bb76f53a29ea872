import { BuildJson } from '@adcoin/contract'
import * as v from 'valibot'
import { type BuiltApp } from '../releases/built-app.ts'
import { Refused, refuse, type ReleaseRefusal } from '../refusal.ts'
import type { Candidate } from './candidate.ts'
import { allowedFiles, byteBudget, namesItsFiles } from './rules/files.ts'
import { manifestFits } from './rules/routes.ts'
import { completeTexts, languagesHashed, sixLanguages } from './rules/languages.ts'
import { fragmentSize } from './rules/fragments.ts'

const rules = [manifestFits, namesItsFiles, sixLanguages, languagesHashed, byteBudget, fragmentSize, completeTexts]

/**
 * The gate for one build, before it becomes a release. `checkCoexistence` checks later what depends on the other live
 * releases, because it can change between publish and promote.
 *
 * @throws Refused with every reason found; nothing was changed
 */
export function checkBuild({ app, build, entries }: BuiltApp): Candidate {
  const folder = allowedFiles(app, entries)
  const parsed = v.safeParse(BuildJson, build)
  if (!parsed.success)
    throw new Refused(...folder, ...parsed.issues.map(issue => schemaProblem(app, v.getDotPath(issue), issue.message)))
  if (parsed.output.app !== app)
    throw new Refused(...folder, schemaProblem(app, 'app', `the build is one of ${parsed.output.app}`))
  if (folder.length > 0) throw new Refused(...folder)
  const candidate: Candidate = {
    app,
    build: parsed.output,
    files: new Map(entries.map(({ path, bytes }) => [path, bytes])),
  }
  const refusals = rules.flatMap(rule => rule(candidate))
  if (refusals.length > 0) throw new Refused(...refusals)
  return candidate
}

function schemaProblem(app: string, path: string | null, says: string): ReleaseRefusal {
  return refuse(
    'build-schema',
    `${app}: build.json${path ? `: ${path}` : ''}`,
    says,
    'Build the app again with the preset of tools/preset.',
  )
}
