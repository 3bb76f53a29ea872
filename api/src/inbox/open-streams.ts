import type { Stream } from './stream.ts'

/** Of one session (a browser keeps one open), of one person, on one replica. */
export const mostStreams = { session: 3, person: 10, all: 10_000 }

export type OpenStreams = {
  /** With too many, the oldest is ended: it is the likeliest to be abandoned. */
  add(stream: Stream): void
  remove(stream: Stream): void
  /** Those of a person, the oldest first. */
  of(personId: bigint): readonly Stream[]
  all(): readonly Stream[]
  people(): readonly bigint[]
  isFull(): boolean
}

/** Open streams on this replica, by person. */
export function openStreams(): OpenStreams {
  const byPerson = new Map<bigint, Set<Stream>>()
  let size = 0

  function makeRoom(mine: ReadonlySet<Stream>, sessionId: bigint): void {
    const ofSession = [...mine].filter(({ person }) => person.sessionId === sessionId)
    if (ofSession.length >= mostStreams.session) ofSession[0]?.end()
    else if (mine.size >= mostStreams.person) [...mine][0]?.end()
  }

  return {
    add(stream) {
      const { id, sessionId } = stream.person
      const mine = byPerson.get(id) ?? new Set()
      byPerson.set(id, mine)
      makeRoom(mine, sessionId)
      mine.add(stream)
      size += 1
    },
    remove(stream) {
      const mine = byPerson.get(stream.person.id)
      if (!mine?.delete(stream)) return
      size -= 1
      if (mine.size === 0) byPerson.delete(stream.person.id)
    },
    of: personId => [...(byPerson.get(personId) ?? [])],
    all: () => [...byPerson.values()].flatMap(mine => [...mine]),
    people: () => [...byPerson.keys()],
    isFull: () => size >= mostStreams.all,
  }
}
