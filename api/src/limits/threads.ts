import { Worker, type ResourceLimits, type Transferable } from 'node:worker_threads'

type ThreadOptions = {
  readonly name: string
  /** After so many milliseconds without an answer the thread ends. */
  readonly timeoutMs?: number
  readonly resourceLimits?: ResourceLimits
}

/** A thread ended, ran out of memory or took too long, instead of answering. */
export class NoAnswerFromThread extends Error {}

/**
 * Threads that take one message and post one answer. The caller bounds how many run; as many are kept.
 * Buffers in `transfer` move into the thread and are empty here.
 * @throws NoAnswerFromThread
 */
export function createThreads<Message, Answer>(
  file: URL,
  { name, timeoutMs, resourceLimits }: ThreadOptions,
): (message: Message, transfer?: readonly Transferable[]) => Promise<Answer> {
  const idle: Worker[] = []
  const newThread = () =>
    new Worker(file, { execArgv: [], name, ...(resourceLimits === undefined ? {} : { resourceLimits }) })
  return async (message, transfer = []) => {
    const thread = idle.pop() ?? newThread()
    thread.ref()
    try {
      const answer = await answerOf<Answer>(thread, () => thread.postMessage(message, transfer), timeoutMs)
      thread.unref()
      idle.push(thread)
      return answer
    } catch (error) {
      void thread.terminate()
      throw error
    }
  }
}

function answerOf<Answer>(thread: Worker, ask: () => void, timeoutMs: number | undefined): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const fail = (why: string, cause?: unknown) => reject(new NoAnswerFromThread(`a thread ${why}`, { cause }))
  const ended = (code: number) => fail(`ended with ${code}`)
  const broken = (error: Error) => fail(`failed: ${error.message}`, error)
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => fail(`took ${timeoutMs} ms`), timeoutMs)
  thread.once('message', resolve).once('error', broken).once('exit', ended)
  ask()
  return promise.finally(() => {
    clearTimeout(timer)
    thread.off('message', resolve).off('error', broken).off('exit', ended)
  })
}
