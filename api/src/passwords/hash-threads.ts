import type { Argon2Parameters } from 'node:crypto'
import { threadsOf } from '../threads/threads.ts'

const hash = threadsOf<Argon2Parameters, Uint8Array>(new URL('./hash-thread.ts', import.meta.url), {
  name: 'password hashing',
})

/**
 * argon2id in a thread of its own with a lower priority, so that calls and the database go first. (Threads of Node's
 * pool cannot be distinguished: crypto.argon2 would compete as an equal.)
 */
export const argon2id = async (parameters: Argon2Parameters): Promise<Buffer> => Buffer.from(await hash(parameters))
