import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkLocales } from '@adcoin/checks/locales'
import { readWrittenRoutes } from '@adcoin/preset/routes'
import { repositoryRoot } from '@adcoin/checks/repository'
import { readRemoteManifest } from './names.ts'
import { createRemotePage } from './create-page.ts'
import { createRemote } from './create-remote.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adcoin-new-'))
  for (const part of [
    'shared/ui/src/icons',
    'shared/ui/package.json',
    'remote-team/remote.json',
    'remote-team/package.json',
  ]) {
    mkdirSync(join(root, part, '..'), { recursive: true })
    cpSync(join(repositoryRoot, part), join(root, part), { recursive: true })
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('a new remote has a manifest, a page, six whole languages and the last tab', () => {
  const files = createRemote(root, 'remote-news', 'msg')
  expect(files).toContain('remote-news/src/events.ts')
  expect(readRemoteManifest(root, 'remote-news')).toMatchObject({
    routes: [{ path: '/news', title: 'titles.news', reads: ['/app/inbox/list'] }],
    tabs: [{ icon: 'msg', order: 50 }],
  })
  expect(readWrittenRoutes(join(root, 'remote-news')).map(({ path }) => path)).toEqual(['/news'])
  expect(checkLocales(join(root, 'remote-news/locales'))).toEqual([])
  for (const file of files) expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(/__[A-Za-z]+__/)
})

it('a new page is in the manifest, the routes, the README and six languages', () => {
  createRemote(root, 'remote-news', 'msg')
  createRemotePage(root, 'remote-news/teamBoard')
  expect(readRemoteManifest(root, 'remote-news').routes).toEqual([
    { path: '/news', title: 'titles.news', reads: ['/app/inbox/list'] },
    { path: '/teamBoard', title: 'titles.teamBoard' },
  ])
  expect(readWrittenRoutes(join(root, 'remote-news'))[1]).toMatchObject({ request: './team-board/team-board-page.tsx' })
  expect(checkLocales(join(root, 'remote-news/locales'))).toEqual([])
  const readme = readFileSync(join(root, 'remote-news/README.md'), 'utf8')
  expect(readme).toContain('- `team-board/`')
})

it('a remote in a new repository starts its tools from the installed packages', () => {
  const outside = mkdtempSync(join(tmpdir(), 'adcoin-outside-'))
  try {
    createRemote(root, 'remote-news', 'msg', outside)
    const manifest = readFileSync(join(outside, 'remote-news/package.json'), 'utf8')
    expect(manifest).toContain('../node_modules/@adcoin/checks/bin/run.mjs')
    expect(manifest).not.toContain('release')
  } finally {
    rmSync(outside, { recursive: true, force: true })
  }
})

it.each([
  ['news', 'cannot be the name of a remote'],
  ['remote-News', 'cannot be the name of a remote'],
  ['remote-../x', 'cannot be the name of a remote'],
  ['remote-ops', "the operators' signing key"],
  ['remote-shell', 'the shell'],
  ['remote-team', 'already exists; nothing was changed'],
  ['remote-help', 'belongs to the shell'],
  ['remote-login', 'belongs to the shell'],
])('refuses to make %s and reports why', (name, why) => {
  expect(() => createRemote(root, name, 'msg')).toThrow(why)
})

it('refuses an icon that @adcoin/ui does not have, and lists the icons that it has', () => {
  expect(() => createRemote(root, 'remote-news', 'bell')).toThrow(/no icon "bell".*alert, back,/)
})

it.each([
  ['remote-team/Board', 'cannot be the name of a screen'],
  ['remote-team/a/b', 'has too many parts'],
  ['remote-unknown/board', 'npm run new -- remote-unknown makes it'],
  ['remote-team/INVITE', 'cannot be the name of a screen'],
  ['remote-team/invite', 'belongs to remote-team'],
  ['remote-team/bindinvite', 'belongs to remote-team'],
])('refuses to make the screen %s and reports why', (name, why) => {
  expect(() => createRemotePage(root, name)).toThrow(why)
})

it('refuses to overwrite a page, and changes nothing', () => {
  createRemote(root, 'remote-news', 'msg')
  createRemotePage(root, 'remote-news/board')
  const before = readFileSync(join(root, 'remote-news/remote.json'), 'utf8')
  expect(() => createRemotePage(root, 'remote-news/board')).toThrow('already exists')
  expect(readFileSync(join(root, 'remote-news/remote.json'), 'utf8')).toBe(before)
})
