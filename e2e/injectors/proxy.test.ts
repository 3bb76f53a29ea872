import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFaultProxy, type FaultProxy } from './proxy.ts'
import {
  answerInstead,
  cutHalfWay,
  delayAnswer,
  requestTwice,
  dripAnswer,
  editAnswer,
  flipLastByte,
  loseAnswer,
  sendWithoutEnd,
  replaceHeaders,
  stall,
} from './wire-faults.ts'

const words = 'what the product answers'
let events: string[]
let product: Server
let proxy: FaultProxy

beforeEach(async () => {
  events = []
  product = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    events.push(`${request.method} ${request.url} ${body}`.trim())
    response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': words.length }).end(words)
  })
  await new Promise<void>(done => product.listen(0, '127.0.0.1', done))
  proxy = await startFaultProxy(`http://127.0.0.1:${(product.address() as AddressInfo).port}`)
})
afterEach(async () => {
  await proxy.stop()
  product.closeAllConnections()
  await new Promise(done => product.close(done))
})

const get = async (path = '/a', init: RequestInit = {}) => (await fetch(proxy.url + path, init)).text()
const createShortTimeout = () => ({ signal: AbortSignal.timeout(200) })

test('what no fault is about passes as it is, what is sent too', async () => {
  proxy.inject(/^\/other/, stall)
  expect(await get('/a', { method: 'POST', body: 'sent' })).toBe(words)
  expect(events).toEqual(['POST /a sent'])
  expect([...proxy.requestCounts]).toEqual([])
})

test('flips one byte, so often for each address, and counts who asked', async () => {
  proxy.inject(/^\//, flipLastByte, { timesEach: 1 })
  for (const path of ['/a', '/b']) {
    expect(await get(path)).toBe('what the product answerr')
    expect(await get(path)).toBe(words)
  }
  expect([...proxy.requestCounts]).toEqual([
    ['/a', 2],
    ['/b', 2],
  ])
})

test('cuts, stalls and never ends: no client gets the whole', async () => {
  for (const fault of [cutHalfWay, stall, sendWithoutEnd]) {
    const takeAway = proxy.inject(/^\/a/, fault)
    await expect(get('/a', createShortTimeout())).rejects.toThrow()
    takeAway()
    expect(await get()).toBe(words)
  }
})

test('what is held back is cut off as the fault is taken away', async () => {
  const takeAway = proxy.inject(/^\/a/, stall)
  const held = get()
  setTimeout(takeAway, 50)
  await expect(held).rejects.toThrow()
})

test('doubles what is asked, or loses the answer to it', async () => {
  proxy.inject(/^\/a/, requestTwice, { times: 1 })
  expect(await get('/a', { method: 'POST', body: 'once' })).toBe(words)
  expect(events).toEqual(['POST /a once', 'POST /a once'])
  proxy.inject(/^\/a/, loseAnswer)
  await expect(get('/a', { method: 'POST', body: 'lost' })).rejects.toThrow()
  expect(events.at(-1)).toBe('POST /a lost')
})

test('delays and drips, and the whole arrives', async () => {
  for (const fault of [delayAnswer(120), dripAnswer(4, 40)]) {
    const takeAway = proxy.inject(/^\/a/, fault)
    const began = performance.now()
    expect(await get()).toBe(words)
    expect(performance.now() - began).toBeGreaterThan(100)
    takeAway()
  }
})

test('answers in its place, relabels and edits; healed, all is as it was', async () => {
  proxy.inject(/^\/a/, answerInstead(503, { 'retry-after': '120' }))
  proxy.inject(/^\/b/, replaceHeaders({ 'content-type': 'text/plain' }))
  proxy.inject(
    /^\/c/,
    editAnswer(text => text.toUpperCase()),
  )
  const refused = await fetch(`${proxy.url}/a`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '120'])
  expect((await fetch(`${proxy.url}/b`)).headers.get('content-type')).toBe('text/plain')
  expect(await get('/c')).toBe(words.toUpperCase())
  proxy.heal()
  for (const path of ['/a', '/b', '/c']) expect(await get(path)).toBe(words)
})

test('what is sent to an observed address is read and passed on', async () => {
  const bodies: string[] = []
  proxy.observe(/^\/report$/, body => bodies.push(body))
  await fetch(`${proxy.url}/report`, { method: 'POST', body: 'a report' })
  await fetch(`${proxy.url}/other`, { method: 'POST', body: 'another' })
  expect(bodies).toEqual(['a report'])
  expect(events).toEqual(['POST /report a report', 'POST /other another'])
})
