import { describe, expect, it } from 'vitest'
import { readAddress } from './addresses.ts'

const kind = (path: string) => readAddress(path, ['/app/', '/files/']).kind
const file = '/releases/remote-team/1.0.0-0a1b2c3d4e5f'

describe('reading an address', () => {
  it.each(['/', '/home', '/task/42', '/appLogin', '/app', '/files', '/lanuch', '/nobody/knows', '/task/%E4%BD%A0'])(
    'takes %s for a page',
    path => expect(kind(path)).toBe('page'),
  )

  it.each([
    ['//money', '/money'],
    ['///task/42', '/task/42'],
    ['//', '/'],
    ['//evil.example/x', '/evil.example/x'],
  ])('sends %s to %s, on this host', (path, to) => expect(readAddress(path, ['/app/'])).toEqual({ kind: 'moved', to }))

  it.each(['/app/launch', '/app/', '/files/x.png'])('passes %s to the service', path =>
    expect(kind(path)).toBe('service'),
  )

  it.each([`${file}/remoteEntry.js`, `${file}/deep/a.css`, `${file}/release.json`])('finds the release file %s', path =>
    expect(kind(path)).toBe('release'),
  )

  it.each(['/live.json', '/registry.json', '/healthz'])('knows %s', path =>
    expect(['live', 'registry', 'health']).toContain(kind(path)),
  )

  it('describes releases that are not live, of remotes alone', () => {
    expect(kind('/published.json')).toBe('published')
    expect(readAddress('/published/remote-team/1.0.0-0a1b2c3d4e5f.json', [])).toEqual({
      kind: 'published',
      app: 'remote-team',
      id: '1.0.0-0a1b2c3d4e5f',
    })
    for (const path of [
      '/published/',
      '/published/shell/1.0.0-0a1b2c3d4e5f.json',
      '/published/remote-team/1.0.0.json',
      '/published/remote-team/1.0.0-0a1b2c3d4e5f',
      '/published/remote-team/x/1.0.0-0a1b2c3d4e5f.json',
    ])
      expect(kind(path)).toBe('nothing')
  })

  it('knows the one worker, and no other script beside it', () => {
    expect(kind('/worker.js')).toBe('worker')
    for (const path of ['/Worker.js', '/worker.js/', '/x/worker.js', '/sw.js']) expect(kind(path)).not.toBe('worker')
  })

  it.each([
    '/releases',
    '/releases/',
    `${file}`,
    `${file}/`,
    `${file}/a.js.br`,
    `${file}/release.sig`,
    '/releases/remote-team/1.0.0/x.js',
    '/releases/other/1.0.0-0a1b2c3d4e5f/x.js',
    `${file}/.hidden`,
  ])('answers nothing to %s, never a page', path => expect(kind(path)).toBe('nothing'))

  it.each([
    `${file}/../../../keys/ops.pem`,
    '/app/../healthz',
    `${file}/..%2f..%2fkeys`,
    `${file}/%2e%2e/x.js`,
    '/app/%2e%2e/x',
    '//evil.example/../x',
    '//evil.example',
    '///evil.example/x.js',
    '//app/user/login',
    `/${file}/remoteEntry.js`,
    '//%2f/evil',
    '//\\evil',
    '/app/%00',
    '/releases/%00',
    'home',
  ])('does not clean up and serve %s', path => expect(kind(path)).toBe('nothing'))

  it.each([
    ...['/money%00', '/a%00b', '/a%5cb', '/\\evil', '/%', '/%zz', '/a b', '/task/%2F', '/home%0d%0ax'],
    ...['/./home', '/home/..', '/task/%2e%2e%2fmoney', '/money/%2e%2e/x', '/money%2f..%2fx', '/a%5c%2e%2e'],
    ...['/favicon.ico', '/robots.txt', '/index.html', '/home.php', '/.env', '/.git/config.json', '/.env%00'],
    `/${'a'.repeat(3_000)}`,
  ])('takes %s for a screen that does not exist', path => expect(kind(path)).toBe('lost'))
})
