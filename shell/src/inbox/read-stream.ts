import { inboxStream, InboxNews } from '@adcoin/contract'
import { currentToken, sessionStore } from '@adcoin/session'
import * as v from 'valibot'

/** The service sends the first message at once. Without it a gateway buffers the answer, and streams cannot work. */
const firstWordMs = 10_000
/** Two and a half beats without data: the connection is dead. */
const silenceMs = inboxStream.beatSeconds * 2_500
/** A message is some hundred bytes. */
const longestMessage = 64 * 1024

/** `ended`: the session is over · `refused`: no stream was given · `cut`: it broke off, or the service closed it. */
export type StreamEnd = 'ended' | 'refused' | 'cut'

type ReadStreamOptions = {
  /** The newest known item; undefined starts with the current state. */
  readonly after: number | undefined
  onNews(news: InboxNews, id: number): void
  readonly signal: AbortSignal
}

/** Reads the person's stream until it ends. By `fetch`, so that the token stays in a header. */
export async function readStream({ after, onNews, signal }: ReadStreamOptions): Promise<StreamEnd> {
  const token = currentToken()
  if (token === null) return 'refused'
  const abort = new AbortController()
  const stop = () => abort.abort()
  signal.addEventListener('abort', stop, { once: true })
  let silence = setTimeout(stop, firstWordMs)
  try {
    const answer = await fetch(inboxStream.path, {
      headers: {
        'Authorized-Key': token,
        lang: sessionStore.getState().language,
        Accept: 'text/event-stream',
        ...(after === undefined ? {} : { 'Last-Event-ID': String(after) }),
      },
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
      signal: abort.signal,
    })
    if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream')) return 'refused'
    const reader = answer.body.getReader()
    const decoder = new TextDecoder()
    for (let text = ''; text.length < longestMessage;) {
      const { done, value } = await reader.read()
      if (done) return 'cut'
      clearTimeout(silence)
      silence = setTimeout(stop, silenceMs)
      const parts = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) if (takeMessage(part, onNews) === inboxStream.ended) return 'ended'
    }
    return 'cut'
  } catch {
    return 'cut'
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** Returns the name of the message; unknown or damaged messages are skipped. */
function takeMessage(part: string, onNews: ReadStreamOptions['onNews']): string | undefined {
  const fields = new Map(part.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.replace(/^\w*: ?/, '')]))
  const event = fields.get('event')
  const id = Number(fields.get('id'))
  if (event !== inboxStream.news || !Number.isSafeInteger(id)) return event
  const news = v.safeParse(v.pipe(v.string(), v.parseJson(), InboxNews), fields.get('data'))
  if (news.success) onNews(news.output, id)
  return event
}
