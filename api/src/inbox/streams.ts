import { inboxStream } from '@adcoin/contract'
import type { Frame } from '../http/frame.ts'
import { Refusal } from '../refusals/refusal.ts'
import { liveSessions } from '../sessions/session.ts'
import { newestOf } from './inbox-row.ts'
import { tellNews, tellStanding } from './news.ts'
import { openStreams } from './open-streams.ts'
import type { Stream } from './stream.ts'

/** A stream lives so long, then the browser opens another: language, session and replica are looked at anew. */
const lifeMs = 15 * 60_000

export type Streams = {
  /** @throws Refusal unavailable when this replica has all that it may have */
  requireRoom(): void
  /** Adds a stream and sends it the current state, or the missed items. */
  add(stream: Stream): Promise<void>
  remove(stream: Stream): void
  stop(): Promise<void>
}

/**
 * The open streams of this replica. The database notifies every replica whose inbox grew and whose session ended
 * (NOTIFY); a beat checks both itself, so that nothing depends on a lost notification.
 */
export function streamsOf({ database: { read: db, engine }, now, log }: Frame): Streams {
  const open = openStreams()
  const catchUp = gathered(id => tellNews(db, id, open.of(id)))
  const listening = onceAsked(() =>
    engine.listen({ channels: ['inbox', 'session_ended'], heard, missed: () => safely(beat) }),
  )
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function endDead(streams: readonly Stream[]): Promise<void> {
    const sessions = streams.map(stream => stream.person.sessionId)
    const live = await liveSessions(db, sessions, now())
    for (const stream of streams) if (!live.has(stream.person.sessionId)) stream.end(inboxStream.ended)
  }

  /** Signs of life, and a look for whatever was not heard. */
  async function beat(): Promise<void> {
    for (const stream of open.all()) {
      if (now().getTime() - stream.openedAt > lifeMs) stream.end()
      else stream.beat()
    }
    await endDead(open.all())
    for (const [id, newest] of await newestOf(db, open.people()))
      if (open.of(id).some(stream => stream.seen < newest)) await catchUp(id)
  }

  function safely(work: () => Promise<void>): void {
    if (!isStopped) work().catch((error: unknown) => log.error({ err: error }, 'streams could not be served'))
  }

  function heard(channel: string, payload: string): void {
    const streams = open.of(BigInt(payload))
    if (streams.length > 0) safely(() => (channel === 'inbox' ? catchUp(BigInt(payload)) : endDead(streams)))
  }

  return {
    requireRoom() {
      if (isStopped || open.isFull()) throw new Refusal('unavailable', { retryAfter: 60 })
    },
    async add(stream) {
      timer ??= setInterval(() => safely(beat), inboxStream.beatSeconds * 1000).unref()
      await listening.begin()
      await tellStanding(db, stream)
      if (stream.isOver) return
      open.add(stream)
      // Items that were added between the two lines above were not sent.
      await catchUp(stream.person.id)
    },
    remove: open.remove,
    async stop() {
      isStopped = true
      clearInterval(timer)
      for (const stream of open.all()) stream.end()
      await listening.end()
    },
  }
}

/** Begins when it is first asked for; what failed begins again with the next who asks. */
function onceAsked(begin: () => Promise<() => Promise<void>>) {
  let running: Promise<() => Promise<void>> | undefined
  return {
    async begin(): Promise<void> {
      running ??= begin()
      await running.catch((error: unknown) => {
        running = undefined
        throw error
      })
    },
    async end(): Promise<void> {
      const end = await running?.catch(() => undefined)
      await end?.()
    },
  }
}

/**
 * Work that is asked for again and again: one at a time for each id, and whatever is asked while it runs is one more
 * turn of it.
 */
function gathered(work: (id: bigint) => Promise<void>): (id: bigint) => Promise<void> {
  const turns = new Map<bigint, 'last' | 'again'>()
  return async id => {
    const isRunning = turns.has(id)
    turns.set(id, isRunning ? 'again' : 'last')
    if (isRunning) return
    try {
      do {
        turns.set(id, 'last')
        await work(id)
      } while (turns.get(id) === 'again')
    } finally {
      turns.delete(id)
    }
  }
}
