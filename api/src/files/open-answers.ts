import type { ServerResponse } from 'node:http'

/**
 * The most answers at once of a subject: a person, an address, or all of this replica. `isShared`: by several people,
 * so an unread answer makes room for that of another.
 */
export type OpenLimit = { readonly subject: string; readonly most: number; readonly isShared?: boolean }

type OpenAnswer = {
  readonly response: ServerResponse
  readonly subjects: readonly string[]
  /** Bytes of its connection when it last moved, and when that was. */
  bytes: number
  movedAt: number
}

/** A slower answer is ended: 1 kB/s, for which a phone at the edge of its network is fast enough. */
const lowestPace = { bytes: 64 * 1024, ms: 60_000 }
/** With too many of several people, one that did not move for this time makes room. Slow phones move in bursts. */
const idleMs = 10_000
const lookMs = 2_000

/**
 * Files that are being sent. Slow readers must not hold what others need: the gateway's connections for files, and
 * those of a bucket.
 */
export function createOpenAnswers(now: () => number = () => performance.now()) {
  const bySubject = new Map<string, Set<OpenAnswer>>()
  const all = new Set<OpenAnswer>()

  function remove(answer: OpenAnswer): void {
    all.delete(answer)
    for (const subject of answer.subjects) {
      const answers = bySubject.get(subject)
      answers?.delete(answer)
      if (answers?.size === 0) bySubject.delete(subject)
    }
  }
  function end(answer: OpenAnswer): void {
    remove(answer)
    answer.response.destroy()
  }
  /** The answer that makes room; nothing where there is room, and false where none can be made. */
  function findIdle({ subject, most, isShared = false }: OpenLimit): OpenAnswer | undefined | false {
    const answers = [...(bySubject.get(subject) ?? [])]
    if (answers.length < most) return undefined
    const idlest = answers.reduce((one, other) => (other.movedAt < one.movedAt ? other : one))
    return isShared && now() - idlest.movedAt >= idleMs && idlest
  }

  return {
    /** Counts an answer until it is over. @returns false if there are too many */
    add(response: ServerResponse, limits: readonly OpenLimit[]): boolean {
      // Its reader is gone already, so no event would end it.
      if (response.destroyed) return false
      const idle = limits.map(findIdle)
      if (idle.includes(false)) return false
      for (const answer of idle) if (answer) end(answer)
      const subjects = limits.map(({ subject }) => subject)
      const answer = { response, subjects, bytes: bytesOf(response), movedAt: now() }
      all.add(answer)
      for (const subject of subjects) bySubject.set(subject, (bySubject.get(subject) ?? new Set()).add(answer))
      response.once('close', () => remove(answer))
      return true
    },
    /** Ends the answers that are too slow; call it every `lookMs`. */
    look(): void {
      for (const answer of all) {
        const bytes = bytesOf(answer.response)
        if (bytes - answer.bytes >= lowestPace.bytes) Object.assign(answer, { bytes, movedAt: now() })
        else if (now() - answer.movedAt >= lowestPace.ms) end(answer)
      }
    },
    lookMs,
  }
}

const bytesOf = (response: ServerResponse): number => response.socket?.bytesWritten ?? 0
