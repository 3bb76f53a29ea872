import * as v from 'valibot'
import { ReleasePath } from '@adcoin/contract'
import { gzipSync } from 'node:zlib'
import { budgetOf, bytesPerKb, mediaKb } from '@adcoin/preset/budgets'
import { createRefusal, type ReleaseRefusal } from '../../refusal.ts'
import { mimeTypeOf, caps } from '../../files/files.ts'
import type { FolderRule, CandidateRule, Candidate } from '../candidate.ts'

/**
 * Only plain files with plain names, not too many, not too large, and nothing that the store or the gateway uses
 * itself.
 */
export const checkAllowedFiles: FolderRule = (app, entries) => {
  const problems: { path: string; message: string; remedy: string }[] = []
  const seen = new Map<string, string>()
  for (const { path, kind } of entries) {
    const addProblem = (message: string, remedy: string) => problems.push({ path, message, remedy })
    const lower = path.toLowerCase()
    const twin = seen.get(lower)
    if (twin !== undefined)
      addProblem(`it differs from ${twin} only in case`, 'Some file systems take them for one file: rename one.')
    seen.set(lower, path)
    if (kind === 'link') addProblem('it is a link', 'A release holds files, not ways to other places: copy the file.')
    else if (kind === 'other') addProblem('it is no plain file', 'Remove it from the build.')
    if (!v.is(ReleasePath, path) || path.split('/').some(part => part === '' || part === '.' || part === '..'))
      addProblem(
        'its name has characters that a release path may not have',
        'Use letters, digits, dot, dash and underscore.',
      )
    else if (
      path
        .split('/')
        .slice(0, -1)
        .some(part => part.includes('.'))
    )
      addProblem('a folder has a dot in its name', 'Rename the folder.')
    else if (lower === 'index.html' || lower.endsWith('/index.html'))
      addProblem('a release has no page of its own', 'Compose makes the page: remove it from the build.')
    else if (/^release\.(json|sig)$/.test(lower) || /\.(br|gz)$/.test(lower))
      addProblem('publish makes this file itself', 'Remove it from the build.')
    else if (lower.endsWith('.map'))
      addProblem('source maps are not published', 'Switch them off for the release build.')
    else if (mimeTypeOf(path) === undefined)
      addProblem(
        'the gateway does not serve files of this kind',
        'Remove it, or use a kind that it serves (see files/files.ts).',
      )
  }
  if (entries.length > caps.files)
    problems.push({
      path: '',
      message: `it has more than ${caps.files} files`,
      remedy: 'Split the app or remove what is not needed.',
    })
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes.length, 0)
  if (bytes > caps.releaseBytes)
    problems.push({
      path: '',
      message: `it is larger than ${caps.releaseBytes} bytes`,
      remedy: 'Remove what is not needed; media belongs to the service.',
    })
  if (entries.length === 0) problems.push({ path: '', message: 'it has no files', remedy: 'Build the app first.' })
  return problems.map(({ path, message, remedy }) =>
    createRefusal('allowed-files', path ? `${app}: ${path}` : app, message, remedy),
  )
}

/** Entry, styles, language files, route chunks and fragments must be among the files; the entry must not be endless. */
export const checkNamedFiles: CandidateRule = ({ app, build, files }) => {
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
      createRefusal(
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
    createRefusal(
      'byte-budget',
      `${app}: ${build.entry}`,
      `the entry has ${entryBytes} bytes, more than ${caps.entryBytes}`,
      'Move pages into lazy chunks.',
    ),
  ]
}

/** Bytes of the worst first visit: the entry, the heaviest language file and the chunks of the heaviest route. */
function countFirstVisitBytes({ build, files }: Pick<Candidate, 'build' | 'files'>): number {
  const gzip = (path: string) => gzipSync(files.get(path) ?? Buffer.alloc(0)).length
  const heaviest = (lists: readonly (readonly string[])[]) =>
    Math.max(0, ...lists.map(list => list.reduce((sum, path) => sum + gzip(path), 0)))
  return (
    gzip(build.entry) +
    heaviest(Object.values(build.locales).map(path => [path])) +
    heaviest(Object.values(build.preload))
  )
}

/** Bytes are a promise to people on slow phones: more than the budget is refused, not warned about. */
export const checkByteBudget: CandidateRule = candidate => {
  const [most, mostMedia] = [budgetOf(candidate.app) * bytesPerKb, mediaKb * bytesPerKb]
  const [bytes, media] = [countFirstVisitBytes(candidate), countMediaBytes(candidate)]
  return [
    ...(bytes <= most
      ? []
      : [refuseTooLarge(candidate.app, `a first visit loads ${bytes} bytes of script (gzip)`, most)]),
    ...(media <= mostMedia
      ? []
      : [refuseTooLarge(candidate.app, `images, fonts and films have ${media} bytes`, mostMedia)]),
  ]
}

function countMediaBytes({ files }: Pick<Candidate, 'files'>): number {
  const media = [...files].filter(([path]) => /^(image|font|video)\//.test(mimeTypeOf(path) ?? ''))
  return media.reduce((sum, [, bytes]) => sum + bytes.length, 0)
}

function refuseTooLarge(app: string, message: string, most: number): ReleaseRefusal {
  const remedy = 'Load it later, make it smaller or remove it; a budget is raised by a decision in docs/decisions.'
  return createRefusal('byte-budget', app, `${message}, the budget is ${most}`, remedy)
}
