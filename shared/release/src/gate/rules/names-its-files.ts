import { refuse } from '../../refusal.ts'
import { caps } from '../../files/caps.ts'
import type { CandidateRule } from '../candidate.ts'

/** Entry, styles, language files, route chunks and fragments must be among the files; the entry must not be endless. */
export const namesItsFiles: CandidateRule = ({ app, build, files }) => {
  const named = [
    build.entry,
    ...build.styles,
    ...Object.values(build.locales),
    ...Object.values(build.preload).flat(),
    ...Object.values(build.fragments),
  ]
  const missing = [...new Set(named)]
    .filter(path => !files.has(path))
    .map(path =>
      refuse(
        'files-there',
        `${app}: ${path}`,
        'the build names this file but did not make it',
        'Build the app again; if it stays, look at its build configuration.',
      ),
    )
  const entryBytes = files.get(build.entry)?.length ?? 0
  if (entryBytes <= caps.entryBytes || app === 'shell') return missing
  return [
    ...missing,
    refuse(
      'entry-size',
      `${app}: ${build.entry}`,
      `the entry has ${entryBytes} bytes, more than ${caps.entryBytes}`,
      'Move pages into lazy chunks.',
    ),
  ]
}
