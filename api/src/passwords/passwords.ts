import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { availableParallelism } from 'node:os'
import { normalisePassword } from '@adcoin/contract'
import { createThreads } from '../limits/threads.ts'
import { createGate, queueFull } from '../limits/gate.ts'
import type { Secrets } from '../secrets/secrets.ts'

const hash = createThreads<Argon2Parameters, Uint8Array>(new URL('./hash-thread.ts', import.meta.url), {
  name: 'password hashing',
})

/** argon2id, two at a time, fifty in each lane, then 429: a flood of logins cannot starve the wallet. */
export function createPasswords(secrets: Secrets, cost: Cost = strong): Passwords {
  const turn = createGate(atOnce, queueLength, Object.keys(lanes).length)
  const hashing = hashingOf(secrets, cost)
  const inTurn: Passwords['inTurn'] = (lane, work) => turn(() => work(hashing), lanes[lane])
  return {
    async requireRoom() {
      if (turn.hasRoom(lanes.anonymous)) return
      await pause(refusalAfterMs * (1 + Math.random()))
      throw queueFull()
    },
    inTurn,
    hash: password => inTurn('proved', ({ hash }) => hash(password)),
    matches: (password, stored) => inTurn('proved', ({ matches }) => matches(password, stored)),
    historyHash: (...words) => inTurn('proved', ({ historyHash }) => historyHash(...words)),
  }
}

/**
 * argon2id in a thread of its own with a lower priority, so that calls and the database go first. (Threads of Node's
 * pool cannot be distinguished: crypto.argon2 would compete as an equal.)
 */
export const hashArgon2id = async (parameters: Argon2Parameters): Promise<Buffer> => Buffer.from(await hash(parameters))

/** Anonymous calls wait apart from people with a session or a ticket. */
type HashLane = 'anonymous' | 'proved'

export type Hashing = {
  hash(password: string): Promise<string>
  /** Constant time; a null hash (unknown user) never matches. */
  matches(password: string, hash: string | null): Promise<boolean>
  /**
   * The stored form of every password that was ever used: argon2id with a salt of the person, so that one computation
   * compares with the whole history, and the stored text is as hard to guess as the password's own hash.
   */
  historyHash(password: string, kind: 'login' | 'pay', publicId: string): Promise<string>
}

/** Each hash takes a place in the lane of authenticated people. */
export type Passwords = Hashing & {
  /** Asked before anything is read or written for an anonymous call: throws 429 while its lane is full. */
  requireRoom(): Promise<void>
  /**
   * Runs `work` in one place of the queue. A full queue throws 429 before `work` begins: whatever counts an attempt
   * belongs inside it.
   */
  inTurn<Result>(lane: HashLane, work: (hashing: Hashing) => Promise<Result>): Promise<Result>
}

/** 32 MiB, 3 passes: 50 ms and more on the machines that this was measured on. Source: security.md 5.7. */
const strong: Cost = { memory: 32_768, passes: 3, parallelism: 1, tagLength: 32 }

/** KiB, passes, lanes and bytes of argon2id. */
export type Cost = {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly tagLength: number
}

/** Two at most, and one core stays free for everything else. Source: security.md 5.7. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
const queueLength = 50
/**
 * Milliseconds before a request is refused while the queue is full, so that a flood does not turn into a flood of
 * refusals. The wait is one to two times as long: fifty requests that were refused together must not return together
 * and stop the loop for 50 ms.
 */
const refusalAfterMs = 500

const lanes: Readonly<Record<HashLane, number>> = { anonymous: 0, proved: 1 }

function hashingOf(secrets: Secrets, cost: Cost): Hashing {
  const derive = (password: string, salt: Buffer, parameters: Cost = cost) =>
    hashArgon2id({ message: Buffer.from(normalisePassword(password)), nonce: salt, ...parameters })
  const dummy = { salt: randomBytes(16), tag: randomBytes(32) }
  return {
    async hash(password) {
      const salt = randomBytes(16)
      return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(await derive(password, salt))}`
    },
    async matches(password, hash) {
      const stored = hash === null ? null : parse(hash)
      const { salt, tag, parameters } = stored ?? { ...dummy, parameters: cost }
      const isEqual = timingSafeEqual(await derive(password, salt, parameters), tag)
      return isEqual && stored !== null
    },
    async historyHash(password, kind, publicId) {
      const salt = secrets.keyed('password-history', `${kind}:${publicId}`).slice(0, 22)
      return base64(await derive(password, Buffer.from(salt, 'base64url')))
    },
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function parse(hash: string): { salt: Buffer; tag: Buffer; parameters: Cost } {
  const found = /^\$argon2id\$v=19\$m=([0-9]+),t=([0-9]+),p=([0-9]+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!found) throw new Error('a stored password hash cannot be read')
  const [, memory, passes, parallelism, salt, tag] = found
  return {
    salt: Buffer.from(salt ?? '', 'base64'),
    tag: Buffer.from(tag ?? '', 'base64'),
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: 32 },
  }
}
