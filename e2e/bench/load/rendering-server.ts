import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { constants, createBrotliCompress } from 'node:zlib'
import Fastify from 'fastify'
import { createElement as h, type ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

type Balance = { readonly amount: string }
type Task = { readonly id: string; readonly title: string; readonly reward: string }
export type RenderingServer = { readonly url: string; cpuMsPerRequest(): number; stop(): Promise<void> }

/**
 * A server that renders the home's balance and tasks for each request, as Next.js and others do: it reads them from the
 * service with the person's cookie, renders them with React, and streams the page, compressed. The page has the
 * product's styles inline and no script, so that its first data is as early as a rendering server can show it.
 *
 * @param service  address of the running product
 */
export async function startRenderingServer(service: string): Promise<RenderingServer> {
  const page = await (await fetch(`${service}/home`)).text()
  const styles = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
  const server = Fastify()
  const spent = { requests: 0, cpuMs: 0 }
  server.get('/home', async (request, reply) => {
    const before = process.cpuUsage()
    const token = /token=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const fetchData = async <Data>(path: string): Promise<Data> => {
      const answer = await fetch(service + path, { headers: { 'authorized-key': token, lang: 'en_US' } })
      return ((await answer.json()) as { data: Data }).data
    }
    const [balance, { list }] = await Promise.all([
      fetchData<Balance>('/app/user/finance/balance?fw=true'),
      fetchData<{ list: readonly Task[] }>('/app/app/task/list?limit=5'),
    ])
    const compressed = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    compressed.once('end', () => {
      const { user, system } = process.cpuUsage(before)
      Object.assign(spent, { requests: spent.requests + 1, cpuMs: spent.cpuMs + (user + system) / 1000 })
    })
    const rendered = new PassThrough()
    renderToPipeableStream(renderDocument(styles, renderHome(balance, list))).pipe(rendered)
    return reply.headers({ 'content-type': 'text/html', 'content-encoding': 'br' }).send(rendered.pipe(compressed))
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `http://localhost:${(server.server.address() as AddressInfo).port}`,
    cpuMsPerRequest: () => spent.cpuMs / spent.requests,
    stop: () => server.close(),
  }
}

function renderDocument(styles: string, body: ReactNode): ReactNode {
  return h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
      h('title', null, 'Ad Coin'),
      h('style', { dangerouslySetInnerHTML: { __html: styles } }),
    ),
    h('body', null, h('div', { id: 'root' }, body)),
  )
}

function renderHome(balance: Balance, tasks: readonly Task[]): ReactNode {
  return h(
    'div',
    { className: 'ac-screen ac-screen--wide' },
    h('header', { className: 'ac-topline' }, h('h1', { className: 'ac-h1' }, 'Hello')),
    h(
      'main',
      { className: 'ac-main ac-main--tabs' },
      h(
        'div',
        { className: 'ac-block' },
        h('span', { className: 'ac-block__l' }, 'Balance'),
        renderAmount(balance.amount),
      ),
      h(
        'ul',
        { className: 'ac-list' },
        tasks.map(({ id, title, reward }) =>
          h(
            'li',
            { className: 'ac-row', key: id },
            h('div', { className: 'ac-row__b' }, h('span', { className: 'ac-row__t' }, title), renderAmount(reward)),
          ),
        ),
      ),
    ),
  )
}

const renderAmount = (minor: string): ReactNode =>
  h(
    'span',
    { className: 'ac-amt ac-amt--big', translate: 'no' },
    new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(Number(minor) / 100),
  )
