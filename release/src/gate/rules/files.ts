import * as v from 'valibot'
import { ReleasePath } from '@adcoin/contract'
import { gzipSync } from 'node:zlib'
import { budgetOf, bytesPerKb, mediaKb } from '@adcoin/preset/budgets'
import { createRefusal, type ReleaseRefusal } from '../../refusal.ts'
import { findMimeType, caps } from '../../files/files.ts'
import type { FolderRule, CandidateRule, Candidate } from '../candidate.ts'

/**
 * Allows regular files with plain names, within the limits of number and size, and no name that the store or the
 * gateway uses.
 */
export const checkAllowedFiles: FolderRule = (app, entries) => {
  const problems: { path: string; message: string; remedy: string }[] = []
  const seen = new Map<string, string>()
  for (const { path, kind } of entries) {
    const addProblem = (message: string, remedy: string) => problems.push({ path, message, remedy })
    const lower = path.toLowerCase()
    const twin = seen.get(lower)
    if (twin !== undefined)
      addProblem(`it differs from ${twin} only in case`, 'Some file systems cannot hold both: rename one.')
    seen.set(lower, path)
    if (kind === 'link') addProblem('it is a link', 'A release contains files only: copy the file.')
    else if (kind === 'other') addProblem('it is not a regular file', 'Remove it from the build.')
    if (!v.is(ReleasePath, path) || path.split('/').some(part => part === '' || part === '.' || part === '..'))
      addProblem(
        'its name has characters that a release path must not have',
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
      addProblem('a release must not contain an index.html', 'Compose writes the pages: remove it from the build.')
    else if (/^release\.(json|sig)$/.test(lower) || /\.(br|gz)$/.test(lower))
      addProblem('publish writes this file itself', 'Remove it from the build.')
    else if (lower.endsWith('.map')) addProblem('source maps are not published', 'Disable them for the release build.')
    else if (findMimeType(path) === undefined)
      addProblem('the gateway does not serve files of this kind', 'Remove it, or use a served kind (files/files.ts).')
  }
  if (entries.length > caps.files)
    problems.push({
      path: '',
      message: `it has more than ${caps.files} files`,
      remedy: 'Split the app, or remove unused files.',
    })
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes.length, 0)
  if (bytes > caps.releaseBytes)
    problems.push({
      path: '',
      message: `it is larger than ${caps.releaseBytes} bytes`,
      remedy: 'Remove unused files; media belong to the service.',
    })
  if (entries.length === 0) problems.push({ path: '', message: 'it has no files', remedy: 'Build the app first.' })
  return problems.map(({ path, message, remedy }) =>
    createRefusal('allowed-files', path ? `${app}: ${path}` : app, message, remedy),
  )
}

/**
 * Entry, styles, language files, route chunks and fragments must be among the files; the size of the entry is limited.
 */
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
        'build.json lists this file, but the build does not contain it',
        'Build the app again. If the problem stays, check its build configuration.',
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

/** The budget protects people on slow phones, so more bytes are refused, not only reported. */
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
  const media = [...files].filter(([path]) => /^(image|font|video)\//.test(findMimeType(path) ?? ''))
  return media.reduce((sum, [, bytes]) => sum + bytes.length, 0)
}

function refuseTooLarge(app: string, message: string, most: number): ReleaseRefusal {
  const remedy =
    'Load it later (`lazy(() => import(…))`), make it smaller or remove it. To raise a budget, record a decision in docs/decisions.'
  return createRefusal('byte-budget', app, `${message}, the budget is ${most}`, remedy)
}
