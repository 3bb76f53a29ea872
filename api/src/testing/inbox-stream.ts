import { request, type IncomingHttpHeaders } from 'node:http'
import { inboxStream, type InboxNews } from '@adcoin/contract'

type StreamEvent = { readonly event: string; readonly id: string; readonly data: InboxNews | null }
export type OpenStream = {
  readonly headers: IncomingHttpHeaders
  /** The next message; comments are passed over. */
  next(): Promise<StreamEvent>
  /** Settles when the service has ended or dropped the stream. */
  readonly ended: Promise<void>
  pause(): void
  resume(): void
  cut(): void
}

/** Opens a person's stream over a socket; rejects with the envelope of a refusal. */
export function openInboxStream(
  origin: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenStream> {
  return new Promise((opened, failed) => {
    const call = request(`${origin}${inboxStream.path}`, {
      headers: { 'authorized-key': token, ...headers },
      agent: false,
    })
    call.on('error', failed)
    call.on('response', response => {
      const waiting: ((report: StreamEvent) => void)[] = []
      const reports: StreamEvent[] = []
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) {
          const message = read(part)
          if (message) (waiting.shift() ?? (late => reports.push(late)))(message)
        }
      })
      const ended = new Promise<void>(done => response.on('close', done))
      response.on('error', () => undefined)
      if (!response.headers['content-type']?.startsWith('text/event-stream'))
        return void response.on('end', () => failed(Object.assign(new Error('refused'), { body: JSON.parse(text) })))
      opened({
        headers: response.headers,
        next: () => {
          const ready = reports.shift()
          return ready ? Promise.resolve(ready) : new Promise(done => waiting.push(done))
        },
        ended,
        pause: () => void response.pause(),
        resume: () => void response.resume(),
        cut: () => call.destroy(),
      })
    })
    call.end()
  })
}

function read(part: string): StreamEvent | undefined {
  const fields = new Map(
    part.split('\n').flatMap(line => {
      const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value ?? ''] as const]
    }),
  )
  const event = fields.get('event')
  if (event === undefined) return undefined
  const data = fields.get('data') ?? ''
  return { event, id: fields.get('id') ?? '', data: data === '' ? null : (JSON.parse(data) as InboxNews) }
}
