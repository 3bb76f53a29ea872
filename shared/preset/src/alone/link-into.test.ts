import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { linkInto } from '../rspack/define-remote-in.ts'

const remote = { app: 'remote-wallet', port: 4104, path: '/money' }

async function linked(body: string): Promise<readonly string[] | string> {
  const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const product = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = await linkInto(product, remote).catch((error: Error) => error.message)
  server.closeAllConnections()
  server.close()
  return typeof answer === 'string' ? answer : answer.map(line => line.replace(product, 'http://product'))
}

it('the link to open is reported where the product lets one try what is not live', async () => {
  expect(await linked('{"generation":1,"overrides":true}')).toEqual([
    'Open http://product/money?use=remote-wallet@http://localhost:4104',
    'The page asks once; the badge above the screen leaves again.',
  ])
})

it('it reports what to do where that is not allowed, or nothing of ours answers', async () => {
  expect(await linked('{"generation":1}')).toContain('npm run release -- overrides on')
  expect(await linked('<h1>another</h1>')).toContain('No product answers')
  await expect(linkInto('http://127.0.0.1:1', remote)).rejects.toThrow('No product answers')
})
