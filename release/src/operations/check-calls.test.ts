import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { refuseUnknownCalls } from './check-calls.ts'

async function startService(status: number, body: string) {
  const server = createServer((request, answer) => {
    const isAsked = request.url === '/operators/calls' && request.headers.authorization === 'Bearer between us'
    answer.writeHead(isAsked ? status : 404).end(body)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return async () => ({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret: 'between us' })
}
const sent = ['GET /app/user?a=1', 'GET /app/news/board', 'GET /app/news/board?page=2']

it('a call that the running service does not have is refused by name', async () => {
  const find = await startService(200, '["GET /app/user"]')
  await expect(refuseUnknownCalls(find, 'remote-news/1.0.0', sent)).rejects.toThrow(
    /^remote-news\/1\.0\.0: GET \/app\/news\/board: the running service does not have this call \[calls-served\] \S/,
  )
  expect(await refuseUnknownCalls(find, 'remote-news/1.0.0', sent.slice(0, 1))).toEqual([])
})

it.each([
  ['no service is known', async () => undefined],
  ['no service answers', async () => ({ url: 'http://127.0.0.1:9', secret: '' })],
  ['the service is of an older version', async () => (await startService(404, ''))()],
])('%s: a note', async (_, find) =>
  expect(await refuseUnknownCalls(find, 'remote-news/1.0.0', sent)).toEqual([
    'No running service was asked whether it has the calls of this release.',
  ]),
)
