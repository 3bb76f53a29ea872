import { type InboxNews, inboxStream } from '@adcoin/contract'
import type { HttpDependencies } from '../http/http-dependencies.ts'
import { Refusal } from '../refusals/refusal.ts'
import { selectLiveSessions } from '../sessions/session.ts'
import { toInboxItem, findItemsAfter, findNewest, countUnread } from './inbox-row.ts'
import { openStreams } from './open-streams.ts'
import type { Stream } from './stream.ts'
import type { Queries } from '../database/database.ts'
import { readWireBalance } from '../ledger/ledger.ts'

/** So many missed items are sent one by one; with more, the current state is sent, and the client fetches the list. */
export const mostMissed = 50

/**
 * The open streams of this replica. The database notifies every replica whose inbox grew and whose session ended
 * (NOTIFY); a beat checks both itself, so that nothing depends on a lost notification.
 */
export function createStreams({ database: { read: db, engine }, now, log }: HttpDependencies): Streams {
  const open = openStreams()
  const catchUp = createGatherer(id => sendNews(db, id, open.of(id)))
  const repeatState = createGatherer(id => sendStateAgain(db, id, () => open.of(id)))
  const listening = onceAsked(() =>
    engine.listen({ channels: ['inbox', 'balance', 'session_ended'], heard, missed: () => safely(beat) }),
  )
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function endDead(streams: readonly Stream[]): Promise<void> {
    const sessions = streams.map(stream => stream.person.sessionId)
    const live = await selectLiveSessions(db, sessions, now())
    for (const stream of streams) if (!live.has(stream.person.sessionId)) stream.end(inboxStream.ended)
  }

  /** Signs of life, and a look for whatever was not heard. */
  async function beat(): Promise<void> {
    for (const stream of open.all()) {
      if (Math.abs(now().getTime() - stream.openedAt) > lifeMs) stream.end()
      else stream.beat()
    }
    await endDead(open.all())
    for (const [id, newest] of await findNewest(db, open.people()))
      if (open.of(id).some(stream => stream.seen < newest)) await catchUp(id)
  }

  function safely(work: () => Promise<void>): void {
    if (!isStopped) work().catch((error: unknown) => log.error({ err: error }, 'streams could not be served'))
  }

  function heard(channel: string, payload: string): void {
    const streams = open.of(BigInt(payload))
    const gather = channel === 'inbox' ? catchUp : repeatState
    if (streams.length > 0) safely(() => (channel === 'session_ended' ? endDead(streams) : gather(BigInt(payload))))
  }

  return {
    requireRoom() {
      if (isStopped || open.isFull()) throw new Refusal('unavailable', { retryAfter: 60 })
    },
    async add(stream) {
      timer ??= setInterval(() => safely(beat), inboxStream.beatSeconds * 1000).unref()
      await listening.begin()
      await sendState(db, stream)
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

/** The first message of a stream: the current state. A resumed stream gets the missed items after it. */
async function sendState(db: Queries, stream: Stream): Promise<void> {
  const newest = (await findNewest(db, [stream.person.id])).get(stream.person.id) ?? 0n
  // A number that was never given (another person's, by a browser that mixed them up) begins at the end.
  const isKnown = stream.seen >= 0n && stream.seen <= newest && newest - stream.seen <= BigInt(mostMissed)
  stream.tell({ item: null, ...(await inboxState(db, stream.person.id)) }, isKnown ? stream.seen : newest)
}

/** The balance changed without an item. Whoever misses it gets it with the next item or stream. */
async function sendStateAgain(db: Queries, userId: bigint, streams: () => readonly Stream[]): Promise<void> {
  const state = await inboxState(db, userId)
  for (const stream of streams()) stream.tell({ item: null, ...state }, stream.seen)
}

/** Sends to each stream of a person the items since its last one. */
async function sendNews(db: Queries, userId: bigint, streams: readonly Stream[]): Promise<void> {
  const from = streams.reduce<bigint | undefined>(
    (least, { seen }) => (least === undefined || seen < least ? seen : least),
    undefined,
  )
  if (from === undefined) return
  const rows = await findItemsAfter(db, userId, from, mostMissed)
  if (rows.length === 0) return
  const now = await inboxState(db, userId)
  for (const row of rows)
    for (const stream of streams)
      if (stream.seen < row.seq) stream.tell({ item: toInboxItem(row, stream.language), ...now }, row.seq)
  if (rows.length === mostMissed) await sendNews(db, userId, streams)
}

async function inboxState(db: Queries, userId: bigint): Promise<Omit<InboxNews, 'item'>> {
  return { unread: await countUnread(db, userId), balance: await readWireBalance(db, userId) }
}

/** A stream lives this long, then the browser opens another with a new check of session and language. */
const lifeMs = 15 * 60_000

export type Streams = {
  /** @throws Refusal unavailable when this replica has all that it may have */
  requireRoom(): void
  /** Adds a stream and sends it the current state, or the missed items. */
  add(stream: Stream): Promise<void>
  remove(stream: Stream): void
  stop(): Promise<void>
}

/** Starts at the first call; after a failure the next call starts it again. */
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
 * Runs work that is requested often: one turn at a time for each id. All requests during a turn cause one more turn.
 */
function createGatherer(work: (id: bigint) => Promise<void>): (id: bigint) => Promise<void> {
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
