import { get } from 'node:http'
import { inboxStream, type InboxNews } from '@adcoin/contract'

export type StreamingPerson = { readonly token: string; readonly key: string; readonly withdrawal: object }

export type BenchStreams = {
  /** The time of the message about this withdrawal; undefined if there is none within ten seconds. */
  hears(person: StreamingPerson, withdrawal: string): Promise<number | undefined>
  /** Number of received messages about events. */
  received(): number
  cut(): number
  close(): void
}

const patienceMs = 10_000

/** Opens a stream for each person; settles when each has had its first word. */
export async function openStreams(url: string, people: readonly StreamingPerson[]): Promise<BenchStreams> {
  const waiting = new Map<string, (at: number) => void>()
  let [received, cut, isClosed] = [0, 0, false]
  const streams = await Promise.all(people.map(open))

  function open({ token }: StreamingPerson): Promise<{ destroy(): void }> {
    return new Promise((opened, failed) => {
      const headers = { 'authorized-key': token, accept: 'text/event-stream' }
      const request = get(`${url}${inboxStream.path}`, { headers, agent: false }, response => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const parts = (text + chunk).split('\n\n')
          text = parts.pop() ?? ''
          for (const part of parts) take(token, part)
          opened(request)
        })
        response.on('close', () => void (cut += isClosed ? 0 : 1))
        response.on('error', () => undefined)
      })
      request.on('error', failed)
    })
  }

  function take(token: string, part: string): void {
    const data = /^data: (.*)$/m.exec(part)?.[1]
    const item = data === undefined ? null : (JSON.parse(data) as InboxNews).item
    if (!item) return
    received += 1
    waiting.get(`${token} ${item.ref}`)?.(performance.now())
  }

  return {
    hears: ({ token }, withdrawal) =>
      new Promise(done => {
        const timer = setTimeout(done, patienceMs, undefined)
        waiting.set(`${token} ${withdrawal}`, at => {
          clearTimeout(timer)
          done(at)
        })
      }),
    received: () => received,
    cut: () => cut,
    close() {
      isClosed = true
      for (const stream of streams) stream.destroy()
    },
  }
}
