import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { RemoteCardFile } from '@adcoin/contract'
import { describe, expect, test } from 'vitest'
import { sourcesOf } from '../src/material/sources.ts'
import { storageOf } from '../src/material/storage.ts'
import { repositoryRoot } from '../src/repository.ts'

const remotes = readdirSync(repositoryRoot).filter(name => /^remote-[a-z]+$/.test(name))
const [first = ''] = remotes
const sameText = ['rspack.config.ts', 'src/texts.ts']
const files = [
  ...['package.json', 'README.md', 'remote.json', 'locales/en_US.json'],
  ...['src/remote.tsx', 'src/remote.test.tsx', 'src/routes.tsx', 'src/events.ts'],
  ...sameText,
]

/** The facts of a README, `- **says**: …`, by name; one may go on in the next lines. */
function factsOf(readme: string): Readonly<Record<string, string>> {
  const facts = readme.matchAll(/^- \*\*(?<name>[^*]+)\*\*: (?<text>.*(?:\n {2}.*)*)/gm)
  return Object.fromEntries([...facts].map(({ groups }) => [groups?.['name'] ?? '', groups?.['text'] ?? '']))
}

const namesIn = (text = ''): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

describe.each(remotes)('%s is built as every remote is:', remote => {
  const folder = join(repositoryRoot, remote)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const card = v.parse(RemoteCardFile, JSON.parse(read('remote.json')))
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

  test('a README with the same facts and headings, which its own rules may stand between', () => {
    expect(Object.keys(facts)).toEqual(['owner', 'routes', 'says', 'hears', 'of the shell', 'keeps', 'words'])
    const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    const common = ['Calls', 'Where things are', 'Run', 'Release, roll back']
    expect(headings.filter(heading => common.includes(heading ?? ''))).toEqual(common)
  })

  test('a README that says of routes, events and stored data what card and code say', () => {
    const events = (refs: readonly string[]) => refs.map(ref => ref.split('@')[0])
    expect(namesIn(facts['routes'])).toEqual(card.routes.map(({ path }) => path))
    expect(namesIn(facts['says'])).toEqual(events(card.events.out))
    expect(namesIn(facts['hears'])).toEqual(events(card.events.in))
    expect([...namesIn(facts['keeps'])].sort()).toEqual(events(storageOf(sourcesOf(folder, remote), remote, folder)))
  })

  test('a README that names each of its folders, and no other', () => {
    const section = readme.split('## Where things are')[1]?.split('\n## ')[0] ?? ''
    const leads = section.split('\n').filter(line => line.startsWith('- '))
    const named = leads.flatMap(line => namesIn(line.split(':')[0])).map(name => name.replace(/\/$/, ''))
    const there = readdirSync(join(folder, 'src'), { withFileTypes: true }).filter(entry => entry.isDirectory())
    expect([...named].sort()).toEqual(there.map(({ name }) => name).sort())
  })
})
