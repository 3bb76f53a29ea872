import { execFileSync } from 'node:child_process'
import { expect, it, test } from 'vitest'
import { repositoryRoot } from '../src/repository.ts'

/** The newest commit that was written before this test; earlier subjects stay as they are. */
const base = 'c050a360c025cb41079592b1f417ca9f6220d8db'
const longest = 72
/** Imperatives that end as a gerund or a past tense does. */
const imperatives = new Set(['bring', 'embed', 'ping', 'ring', 'shed', 'sling', 'spring', 'string', 'wed'])

/** What git prints, or nothing where there is no git, no repository, or no such commit. */
function askGit(...words: readonly string[]): string | undefined {
  try {
    return execFileSync('git', words, {
      cwd: repositoryRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}

/** Why the history cannot be read here; nothing where it can. */
function missingHistory(): string | undefined {
  const shallow = askGit('rev-parse', '--is-shallow-repository')
  if (shallow === undefined) return 'no git repository'
  if (shallow === 'true') return 'a shallow clone'
  return askGit('merge-base', '--is-ancestor', base, 'HEAD') === undefined
    ? `no commit ${base} before this one`
    : undefined
}

/** What is wrong with the subject of a commit. */
function faultsOf(subject: string): readonly string[] {
  const first = /^[\w'’-]+/.exec(subject)?.[0].toLowerCase() ?? ''
  return [
    ...(subject.length > longest ? [`longer than ${longest} characters`] : []),
    ...(/^\p{Lu}/u.test(subject) ? [] : ['no capital letter at the start']),
    ...(subject.endsWith('.') ? ['a full stop at the end'] : []),
    ...(/(?:[^e]ed|ing)$/.test(first) && !imperatives.has(first) ? [`"${first}" is no imperative`] : []),
  ]
}

test('the subject of each commit is a short imperative sentence (CONTRIBUTING.md)', ({ skip }) => {
  const reason = missingHistory()
  if (reason !== undefined) skip(reason)
  const subjects = (askGit('log', '--no-merges', '--format=%s', `${base}..HEAD`) ?? '').split('\n').filter(Boolean)
  const faults = subjects.flatMap(subject => faultsOf(subject).map(fault => `${subject}: ${fault}`))
  expect(faults).toEqual([])
})

it.each([
  ['Retry failed language files', []],
  ['Feed the cache before the first screen', []],
  ['Retried failed language files', ['"retried" is no imperative']],
  ['Retrying failed language files', ['"retrying" is no imperative']],
  ['retry failed language files.', ['no capital letter at the start', 'a full stop at the end']],
  [`Retry ${'all '.repeat(20)}files`, ['longer than 72 characters']],
])('"%s" has the faults %j', (subject, faults) => {
  expect(faultsOf(subject)).toEqual(faults)
})
