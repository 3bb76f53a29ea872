import type { Argon2Parameters } from 'node:crypto'
import { Worker } from 'node:worker_threads'

const idle: Worker[] = []

/**
 * argon2id in a thread of its own that has a lower priority, so that calls and the database go first.
 * (Threads of Node's pool cannot be told apart: crypto.argon2 would compete as an equal.) The caller bounds how many
 * run; as many threads are kept.
 */
export async function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  const thread = idle.pop() ?? newThread()
  thread.ref()
  try {
    const key = await answerOf(thread, parameters)
    thread.unref()
    idle.push(thread)
    return key
  } catch (error) {
    void thread.terminate()
    throw error
  }
}

function newThread(): Worker {
  return new Worker(new URL('./hash-thread.ts', import.meta.url), { execArgv: [], name: 'password hashing' })
}

function answerOf(thread: Worker, parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((done, failed) => {
    const ended = (code: number) => settle(() => failed(new Error(`the thread of a password hash ended with ${code}`)))
    const answered = (key: Uint8Array) => settle(() => done(Buffer.from(key)))
    const broken = (error: Error) => settle(() => failed(error))
    const settle = (end: () => void) => {
      thread.off('message', answered).off('error', broken).off('exit', ended)
      end()
    }
    thread.once('message', answered).once('error', broken).once('exit', ended)
    thread.postMessage(parameters)
  })
}
