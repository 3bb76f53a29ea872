import * as v from 'valibot'
import { ReleasePath } from '@adcoin/contract'
import { refuse } from '../../refusal.ts'
import { mimeType } from '../../files/mime.ts'
import { caps } from '../../files/caps.ts'
import type { FolderRule } from '../candidate.ts'

/**
 * Only plain files with plain names, not too many, not too large, and nothing that the store or the gateway uses
 * itself.
 */
export const allowedFiles: FolderRule = (app, entries) => {
  const problems: { path: string; says: string; remedy: string }[] = []
  const seen = new Map<string, string>()
  for (const { path, kind } of entries) {
    const say = (says: string, remedy: string) => problems.push({ path, says, remedy })
    const lower = path.toLowerCase()
    const twin = seen.get(lower)
    if (twin !== undefined)
      say(`it differs from ${twin} only in case`, 'Some file systems take them for one file: rename one.')
    seen.set(lower, path)
    if (kind === 'link') say('it is a link', 'A release holds files, not ways to other places: copy the file.')
    else if (kind === 'other') say('it is no plain file', 'Remove it from the build.')
    if (!v.is(ReleasePath, path) || path.split('/').some(part => part === '' || part === '.' || part === '..'))
      say('its name has characters that a release path may not have', 'Use letters, digits, dot, dash and underscore.')
    else if (
      path
        .split('/')
        .slice(0, -1)
        .some(part => part.includes('.'))
    )
      say('a folder has a dot in its name', 'Rename the folder.')
    else if (lower === 'index.html' || lower.endsWith('/index.html'))
      say('a release has no page of its own', 'Compose makes the page: remove it from the build.')
    else if (/^release\.(json|sig)$/.test(lower) || /\.(br|gz)$/.test(lower))
      say('publish makes this file itself', 'Remove it from the build.')
    else if (lower.endsWith('.map')) say('source maps are not published', 'Switch them off for the release build.')
    else if (mimeType(path) === undefined)
      say(
        'the gateway does not serve files of this kind',
        'Remove it, or use a kind that it serves (see files/mime.ts).',
      )
  }
  if (entries.length > caps.files)
    problems.push({
      path: '',
      says: `it has more than ${caps.files} files`,
      remedy: 'Split the app or remove what is not needed.',
    })
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes.length, 0)
  if (bytes > caps.releaseBytes)
    problems.push({
      path: '',
      says: `it is larger than ${caps.releaseBytes} bytes`,
      remedy: 'Remove what is not needed; media belongs to the service.',
    })
  if (entries.length === 0) problems.push({ path: '', says: 'it has no files', remedy: 'Build the app first.' })
  return problems.map(({ path, says, remedy }) => refuse('allowed-files', path ? `${app}: ${path}` : app, says, remedy))
}
