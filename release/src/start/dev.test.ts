import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

/** `npm run dev`'s own script, where it ends by itself. */
async function dev(env: NodeJS.ProcessEnv, words: readonly string[] = [], script = 'release/bin/dev.mjs') {
  const child = spawn(process.execPath, [script, ...words], {
    cwd: root,
    env: { ...process.env, API_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += String(text)))
  await once(child, 'close')
  return { code: child.exitCode, said: output.trim() }
}

it('a port that is taken is reported, with what to type next', async () => {
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const next = `PORT=${port + 10} npm run dev`
  expect(await dev({ PORT: String(port) })).toEqual({ code: 1, said: expect.stringContaining(next) })
  taken.close()
}, 60_000)

it.each([
  ['a service that does not answer', { API_URL: 'http://127.0.0.1:1' }, [], 'Start it with npm start'],
  ['an address that is none', { API_URL: 'localhost' }, [], 'API_URL=http://localhost:8080 npm run dev'],
  ['a word that is meant for one remote', {}, ['remote-wallet'], 'npm run dev -w remote-wallet'],
])(
  '%s is reported, with what to do next',
  async (_, env, words, next) => {
    const ended = await dev({ ...env, PORT: '4291' }, words)
    expect(ended).toEqual({ code: 1, said: expect.stringContaining(next) })
  },
  60_000,
)

it.each([
  ['no product', { API_URL: 'http://127.0.0.1:1' }, [], 'No product answers at http://127.0.0.1:1. Set API_URL'],
  ['an address that is none', { API_URL: 'ad-coin' }, [], 'API_URL=https://… npm run dev'],
  ['a word', {}, ['remote-news'], 'npm run dev -w remote-news'],
])("%s is reported in a team's repository", async (_, env, words, next) => {
  const ended = await dev(env, words, 'release/src/start/dev-in-product.ts')
  expect(ended).toEqual({ code: 1, said: expect.stringContaining(next) })
})
