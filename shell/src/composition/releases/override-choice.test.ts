// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { dropChoice, keepChoice, readChoice, readWanted } from './override-choice.ts'
import { overrideKey } from './override.ts'

const id = '1.2.3-0a1b2c3d4e5f'

describe('what an address may ask for', () => {
  it.each([
    [`remote-wallet@${id}`, 'id', id],
    ['remote-wallet@1.2.3', 'version', '1.2.3'],
    ['remote-wallet@http://localhost:3003', 'server', 'http://localhost:3003'],
    ['remote-wallet@http://localhost:3003/', 'server', 'http://localhost:3003'],
    ['remote-new-one@http://127.0.0.1:65535', 'server', 'http://127.0.0.1:65535'],
  ])('%s', (text, kind, word) => expect(readWanted(text)).toEqual({ app: text.split('@')[0], kind, word }))

  it.each([
    ['nothing', ''],
    ['no app', '@1.2.3'],
    ['no release', 'remote-wallet@'],
    ['no @', 'remote-wallet'],
    ['the shell', `shell@${id}`],
    ['the shell on this device', 'shell@http://localhost:3003'],
    ['what is no app', 'wallet@1.2.3'],
    ['a prototype', '__proto__@1.2.3'],
    ['a path out', `remote-wallet@../${id}`],
    ['half an id', 'remote-wallet@1.2.3-'],
    ['another host', 'remote-wallet@http://evil.example:3003'],
    ['a host that begins alike', 'remote-wallet@http://localhost.evil.example:3003'],
    ['a host that ends alike', 'remote-wallet@http://evil-localhost:3003'],
    ['a host behind a name', 'remote-wallet@http://localhost:3003@evil.example:80'],
    ['a name and password', 'remote-wallet@http://a:b@localhost:3003'],
    ['a network address', 'remote-wallet@http://192.168.0.1:3003'],
    ['every address of this device', 'remote-wallet@http://0.0.0.0:3003'],
    ['IPv6, which no policy can name', 'remote-wallet@http://[::1]:3003'],
    ['loopback by a number', 'remote-wallet@http://2130706433:3003'],
    ['no port', 'remote-wallet@http://localhost'],
    ['port 0 of a scheme', 'remote-wallet@http://localhost:80'],
    ['a port that is none', 'remote-wallet@http://localhost:99999'],
    ['https', 'remote-wallet@https://localhost:3003'],
    ['a script', 'remote-wallet@javascript:alert(1)'],
    ['data', 'remote-wallet@data:text/javascript,alert(1)'],
    ['a file', 'remote-wallet@file:///etc/passwd'],
    ['a path', 'remote-wallet@http://localhost:3003/a.js'],
    ['a query', 'remote-wallet@http://localhost:3003/?a'],
    ['spaces around', ` remote-wallet@${id} `],
    ['10 kB', `remote-wallet@http://localhost:3003/${'a'.repeat(10_000)}`],
    ['10 kB of digits', `remote-wallet@${'1'.repeat(10_000)}.0.0`],
  ])('not %s', (_, text) => expect(readWanted(text)).toBeUndefined())
})

describe('what a browser keeps of it', () => {
  const storage = () => localStorage
  beforeEach(() => localStorage.clear())

  it('is one choice for each remote, and nothing at all after the last was left', () => {
    keepChoice(storage, { app: 'remote-wallet', word: id })
    keepChoice(storage, { app: 'remote-team', word: 'http://localhost:3003' })
    keepChoice(storage, { app: 'remote-wallet', word: '2.0.0-0a1b2c3d4e5f' })
    expect(readChoice(storage)).toEqual([
      { app: 'remote-team', word: 'http://localhost:3003', kind: 'server' },
      { app: 'remote-wallet', word: '2.0.0-0a1b2c3d4e5f', kind: 'id' },
    ])
    dropChoice(storage, 'remote-team')
    dropChoice(storage, 'remote-wallet')
    expect(localStorage.getItem(overrideKey)).toBeNull()
  })

  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['a list', '[1,2]'],
    ['null', 'null'],
    ['a word', '"remote-wallet"'],
    ['what is no text', '{"remote-wallet":{"a":1}}'],
    ['a foreign host', '{"remote-wallet":"http://evil.example:3003"}'],
    ['the shell', `{"shell":"${id}"}`],
    ['a version, which names no bytes', '{"remote-wallet":"1.2.3"}'],
  ])('is nothing where the storage holds %s', (_, text) => {
    if (text !== undefined) localStorage.setItem(overrideKey, text)
    expect(readChoice(storage)).toEqual([])
  })

  it('is what is good where only a part was tampered with, and never more than twenty', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`remote-r${index}`, id]))
    localStorage.setItem(overrideKey, JSON.stringify({ 'remote-wallet': id, 'remote-team': 'javascript:1', ...many }))
    expect(readChoice(storage)[0]).toMatchObject({ app: 'remote-wallet' })
    expect(readChoice(storage).length).toBeLessThanOrEqual(20)
  })

  it('is nothing where storage cannot be read, and reports it where storage cannot be written', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    expect(readChoice(blocked)).toEqual([])
    expect(() => keepChoice(blocked, { app: 'remote-wallet', word: id })).toThrow('blocked')
  })
})
