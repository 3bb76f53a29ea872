import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../repository.ts'
import { findPostgres } from './postgres.ts'

describe('looking for PostgreSQL', () => {
  it('does not take another server that answers on the port', async () => {
    const server = createServer(socket => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(
      await findPostgres(repositoryRoot, { DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/x` }),
    ).toBeUndefined()
    await new Promise<void>(done => server.close(() => done()))
  })

  it('accepts no port without a listener', async () => {
    expect(await findPostgres(repositoryRoot, { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/x' })).toBeUndefined()
  })
})
