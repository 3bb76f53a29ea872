import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ObjectServer } from './object-server.ts'

export type StoredObject = { readonly body: Buffer; readonly tag: string; readonly meta: object; readonly at: Date }

/**
 * What the store asks of S3's protocol, in memory, for machines without the object server: conditional writes, lists,
 * metadata. One bucket, `adcoin`.
 *
 * @param objects  its content, for a test that sets the bucket back
 * @param first    awaited before each answer; where it throws, the connection ends without one
 */
export async function startFakeS3(
  objects = new Map<string, StoredObject>(),
  first: () => Promise<unknown> = async () => undefined,
): Promise<ObjectServer> {
  const server = createServer(
    (request, response) =>
      void first().then(
        () => answer(objects, request, response),
        () => request.socket.destroy(),
      ),
  )
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    kill: () => server.closeAllConnections(),
    async stop() {
      server.close().closeAllConnections()
    },
  }
}

async function answer(
  objects: Map<string, StoredObject>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, headers } = request
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const [, bucket, ...path] = decodeURIComponent(url.pathname).split('/')
  const key = path.join('/')
  const end = (status: number, body: Buffer | string = '', more: object = {}) =>
    response.writeHead(status, { date: new Date().toUTCString(), ...more }).end(body)
  const fail = (status: number, code: string) =>
    end(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`, { 'content-type': 'application/xml' })
  const found = objects.get(key)
  if (bucket !== 'adcoin') return void fail(404, 'NoSuchBucket')
  if (method === 'DELETE') return void (objects.delete(key), end(204))
  if (method === 'GET' && url.searchParams.has('list-type'))
    return void end(200, formatList(objects, url.searchParams), { 'content-type': 'application/xml' })
  if (method === 'GET')
    return void (found ? end(200, found.body, { etag: found.tag, ...found.meta }) : fail(404, 'NoSuchKey'))
  const { 'if-none-match': isNew, 'if-match': tag } = headers
  if ((isNew === '*' && found) || (tag !== undefined && tag !== found?.tag)) return void fail(412, 'PreconditionFailed')
  const body = Buffer.concat(chunks)
  const stored: StoredObject = {
    body,
    tag: `"${createHash('md5').update(body).digest('hex')}"`,
    meta: Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'))),
    at: new Date(),
  }
  objects.set(key, stored)
  end(200, '', { etag: stored.tag })
}

function formatList(objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams): string {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? '']
  const below = [...objects].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))
  const folderOf = (key: string) => {
    const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    return at < 0 ? undefined : key.slice(0, at + 1)
  }
  const folders = new Set(below.map(([key]) => folderOf(key)).filter(each => each !== undefined))
  const contents = below.filter(([key]) => folderOf(key) === undefined)
  return [
    '<ListBucketResult><IsTruncated>false</IsTruncated>',
    ...contents.map(
      ([key, { at }]) => `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified></Contents>`,
    ),
    ...[...folders].map(each => `<CommonPrefixes><Prefix>${each}</Prefix></CommonPrefixes>`),
    '</ListBucketResult>',
  ].join('')
}
