import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSources } from '@adcoin/checks/sources'
import { repositoryRoot } from '@adcoin/checks/repository'
import { listStoredData } from '../src/material/storage.ts'

const remotes = readdirSync(repositoryRoot).filter(name => /^remote-[a-z]+$/.test(name))
const [first = ''] = remotes
const sameText = ['rspack.config.ts', 'src/texts.ts']
const files = [
  ...['package.json', 'README.md', 'remote.json', 'locales/en_US.json'],
  ...['src/remote.tsx', 'src/remote.test.tsx', 'src/routes.tsx', 'src/events.ts'],
  ...sameText,
]

/** The facts of a README, `- **emits**: …`, by name; a fact may continue in the next lines. */
function factsOf(readme: string): Readonly<Record<string, string>> {
  const facts = readme.matchAll(/^- \*\*(?<name>[^*]+)\*\*: (?<text>.*(?:\n {2}.*)*)/gm)
  return Object.fromEntries([...facts].map(({ groups }) => [groups?.['name'] ?? '', groups?.['text'] ?? '']))
}

const withoutVersion = (refs: readonly string[]) => refs.map(ref => ref.split('@')[0])
const namesIn = (text = ''): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

describe.each(remotes)('%s is built as every remote is:', remote => {
  const folder = join(repositoryRoot, remote)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const readme = read('README.md')
  const facts = factsOf(readme)

  test('the same files, two of them with the same text', () => {
    expect(files.filter(file => !existsSync(join(folder, file)))).toEqual([])
    const short = (name: string) => name.replace('remote-', '')
    for (const file of sameText)
      expect(read(file)).toBe(
        readFileSync(join(repositoryRoot, first, file), 'utf8').replace(`'${short(first)}'`, `'${short(remote)}'`),
      )
  })

  test('a README with the same facts and headings, which its own rules may follow', () => {
    expect(Object.keys(facts)).toEqual(['owner', 'routes, events, reads', 'of the shell', 'keeps'])
    expect(readme).toContain('\n## Where things are\n')
    const stored = withoutVersion(listStoredData(readSources(folder, remote), remote, folder))
    expect([...namesIn(facts['keeps'])].sort()).toEqual(stored)
  })

  test('a README that names each of its folders, and no other', () => {
    const section = readme.split('## Where things are')[1]?.split('\n## ')[0] ?? ''
    const leads = section.split('\n').filter(line => line.startsWith('- '))
    const named = leads.flatMap(line => namesIn(line.split(':')[0])).map(name => name.replace(/\/$/, ''))
    const there = readdirSync(join(folder, 'src'), { withFileTypes: true }).filter(entry => entry.isDirectory())
    expect([...named].sort()).toEqual(there.map(({ name }) => name).sort())
  })
})
