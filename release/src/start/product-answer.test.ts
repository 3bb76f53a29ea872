import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Live } from '@adcoin/contract'
import * as v from 'valibot'
import { createProductAnswer } from './product-answer.ts'
import type { SourceBuild } from './watch-remote.ts'

const app = (active: string) => ({ active, previous: [], versions: {}, routes: [], tabs: [] })
const published = {
  number: 7,
  created: '2026-11-28T00:00:00.000Z',
  apps: { shell: app('1.0.0-0a1b2c3d4e5f'), 'remote-news': app('1.0.0-111111111111') },
  revoked: [],
  floor: { shell: '1.0.0', 'remote-news': '1.0.0' },
}
const page = `<body><script type="application/json" id="live">${JSON.stringify(published)}</script></body>`
const id = '0.0.1-222222222222'
const script = `/releases/remote-news/${id}/remoteEntry.js`
const ours: SourceBuild = {
  app: 'remote-news',
  live: v.parse(Live.entries.apps.value, app(id)),
  files: new Map([[script, Buffer.from('ours')]]),
}

const servers: Server[] = []
const listeners = new Set<() => void>()
let build: SourceBuild | undefined
let asked: IncomingMessage[]
let url: string

async function start(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, 'localhost')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  return `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
}

beforeEach(async () => {
  build = ours
  asked = []
  const product = await start((request, response) => {
    asked.push(request)
    response.setHeader('strict-transport-security', 'max-age=1')
    response.end(
      request.url === '/live.json' ? JSON.stringify(published) : request.url === '/' ? page : 'of the product',
    )
  })
  const remote = {
    build: () => build,
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  url = await start(createProductAnswer(new URL(product), 'http://localhost:4100', [remote]))
})
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

it('a page and live.json have the build as the active release, without the floor of its app', async () => {
  const text = await (await fetch(`${url}/news`)).text()
  const inPage: unknown = JSON.parse(/id="live">(.*?)<\/script>/.exec(text)?.[1] ?? '')
  for (const live of [inPage, await (await fetch(`${url}/live.json`)).json()])
    expect(live).toMatchObject({
      number: 7,
      apps: { shell: { active: '1.0.0-0a1b2c3d4e5f' }, 'remote-news': { active: id } },
      floor: { shell: '1.0.0' },
    })
  expect(text).toContain('<script defer src="/development/reload.js">')
})

it('files of the build come from the working tree, all others from the product', async () => {
  const own = await fetch(url + script)
  expect(await own.text()).toBe('ours')
  expect(own.headers.get('content-type')).toContain('javascript')
  expect(own.headers.get('cache-control')).toBe('no-store')
  expect(await (await fetch(`${url}/releases/shell/1.0.0-0a1b2c3d4e5f/shell.js`)).text()).toBe('of the product')
})

it('a call reaches the product as from its own page, and its answer comes back', async () => {
  const answer = await fetch(`${url}/app/x?y=1`, { method: 'POST', body: 'z', headers: { origin: url } })
  expect(await answer.text()).toBe('of the product')
  expect(answer.headers.get('strict-transport-security')).toBeNull()
  const { url: path, method, headers } = asked.at(-1) ?? {}
  expect([path, method]).toEqual(['/app/x?y=1', 'POST'])
  expect(headers?.origin).toBe(`http://${headers?.host}`)
  expect(headers?.origin).not.toBe(url)
})

it('the health of the product hears nothing of the working tree', async () => {
  const answer = await fetch(`${url}/app/health/report`, { method: 'POST', body: '{}' })
  expect(await answer.json()).toMatchObject({ code: 200 })
  expect(asked).toEqual([])
})

it('an open page is reloaded after a build', async () => {
  const stream = await fetch(`${url}/development/changes`)
  for (const listener of listeners) listener()
  const { value } = (await stream.body?.getReader().read()) ?? {}
  expect(new TextDecoder().decode(value)).toBe('data: changed\n\n')
})

it('before the first build the page names the terminal; without the product, the product', async () => {
  build = undefined
  expect(await (await fetch(`${url}/news`)).text()).toContain('errors are in the terminal')
  build = ours
  servers[0]?.close()
  servers[0]?.closeAllConnections()
  const answer = await fetch(`${url}/news`)
  expect(answer.status).toBe(502)
  expect(await answer.text()).toContain('does not answer')
})
