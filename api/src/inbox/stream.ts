import type { ServerResponse } from 'node:http'
import { inboxStream, type ApiCode, type InboxNews } from '@adcoin/contract'
import type { SignedInPerson } from '../http/http-dependencies.ts'

/** A reader who leaves this many bytes unread is dropped; it reconnects and gets what it missed. */
export const unreadBytes = 64 * 1024

/** One open stream: a person's browser, and its last sent item. */
export type Stream = {
  readonly person: SignedInPerson
  readonly language: ApiCode
  /** Epoch milliseconds. */
  readonly openedAt: number
  /** The newest item that was written to it. */
  seen: bigint
  tell(news: InboxNews, seq: bigint): void
  /** Shows that the stream lives; a reader who has read nothing since the last beat is dropped. */
  beat(): void
  /** Ends it; `ended` is the event for the browser that its session is over. */
  end(event?: typeof inboxStream.ended): void
  readonly isOver: boolean
}

/** Sends the head of a stream; each write is sent at once, or not at all. */
export function openStream(
  response: ServerResponse,
  { person, language, openedAt, seen }: Pick<Stream, 'person' | 'language' | 'openedAt' | 'seen'>,
): Stream {
  let wasBehind = false
  const write = (text: string): void => {
    if (response.writableLength > unreadBytes) response.destroy()
    if (!stream.isOver) response.write(text)
  }
  const stream: Stream = {
    person,
    language,
    openedAt,
    seen,
    tell(news, seq) {
      write(`event: ${inboxStream.news}\nid: ${seq}\ndata: ${JSON.stringify(news)}\n\n`)
      stream.seen = seq
    },
    beat() {
      if (wasBehind && response.writableNeedDrain) return void response.destroy()
      wasBehind = response.writableNeedDrain
      write(':\n\n')
    },
    end(event) {
      if (event) write(`event: ${event}\ndata:\n\n`)
      if (!stream.isOver) response.end()
    },
    get isOver() {
      return response.writableEnded || response.destroyed
    },
  }
  return stream
}
