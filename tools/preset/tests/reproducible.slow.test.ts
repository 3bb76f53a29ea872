import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildIn, copyRepository } from '@adcoin/checks/copied-repository'

const apps = ['shell', 'remote-auth']
const folder = mkdtempSync(join(tmpdir(), 'adcoin-reproducible-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000)

/** The repository at another place, as another machine has it: own sources, own packages, own clock and language. */
function buildAt(place: string, env: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const root = join(folder, place)
  copyRepository(root)
  return new Map(
    apps.flatMap(app => {
      buildIn(root, app, env)
      const dist = join(root, app, 'dist')
      const files = readdirSync(dist, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        // No part of a release. It has columns of a module of Module Federation, whose text contains absolute paths.
        .filter(file => !file.endsWith('maps/remoteEntry.js.map'))
        .sort()
      return files.map(
        file => [relative(root, file), createHash('sha384').update(readFileSync(file)).digest('base64')] as const,
      )
    }),
  )
}

test('the shell and a remote built at two places have equal bytes in every file', () => {
  const here = buildAt('here', { TZ: 'UTC', LANG: 'C' })
  const there = buildAt('another/machine/there', { TZ: 'Asia/Kathmandu', LANG: 'hi_IN.UTF-8' })
  expect([...here.keys()]).toEqual(
    expect.arrayContaining([
      'shell/dist/build.json',
      ...[
        'build.json',
        'release/remoteEntry.js',
        'release/locale.hi_IN.json',
        'release/fragments/lanuch.en_US.html',
      ].map(file => `remote-auth/dist/${file}`),
    ]),
  )
  expect([...there]).toEqual([...here])
}, 120_000)
