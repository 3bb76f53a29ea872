import { BuildJson } from '@adcoin/contract'
import * as v from 'valibot'
import { type BuiltApp } from '../releases/built-app.ts'
import { Refused, createRefusal, type ReleaseRefusal } from '../refusal.ts'
import type { Candidate } from './candidate.ts'
import { checkAllowedFiles, checkByteBudget, checkNamedFiles } from './rules/files.ts'
import { checkManifest } from './rules/routes.ts'
import { checkCompleteTexts, checkLanguageHashes, checkSixLanguages } from './rules/languages.ts'
import { checkFragmentSize } from './rules/fragments.ts'

const rules = [
  checkManifest,
  checkNamedFiles,
  checkSixLanguages,
  checkLanguageHashes,
  checkByteBudget,
  checkFragmentSize,
  checkCompleteTexts,
]

/**
 * The gate for one build, before it becomes a release. `checkCoexistence` checks later what depends on the other live
 * releases, because it can change between publish and promote.
 *
 * @throws Refused with every reason found; nothing was changed
 */
export function checkBuild({ app, build, entries }: BuiltApp): Candidate {
  const folder = checkAllowedFiles(app, entries)
  const parsed = v.safeParse(BuildJson, build)
  if (!parsed.success)
    throw new Refused(...folder, ...parsed.issues.map(issue => schemaProblem(app, v.getDotPath(issue), issue.message)))
  if (parsed.output.app !== app)
    throw new Refused(...folder, schemaProblem(app, 'app', `this is a build of ${parsed.output.app}`))
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

function schemaProblem(app: string, path: string | null, message: string): ReleaseRefusal {
  return createRefusal(
    'build-schema',
    `${app}: build.json${path ? `: ${path}` : ''}`,
    message,
    'Build the app again with tools/preset.',
  )
}
