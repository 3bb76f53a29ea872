import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpmScript } from './run-npm-script.ts'

type OutboxMessage = { code?: string | null; to: string; template: string }
type CommandResult = { exit: number; data: unknown; message: string | null }

/** The person who plays operator: everything goes through the running service. */
export function createOperator(dataDir: string) {
  return {
    /** The words after `npm run ops --`, run as that would. */
    ops: (...words: string[]) => runNpmScript('ops', words, dataDir),
    /** The kind of the newest message to this number or address. */
    async newestMessage(to: string): Promise<string | undefined> {
      return ((await callOperators(dataDir, ['outbox'], { to })) as OutboxMessage[]).at(-1)?.template
    },
    /** The newest code sent to this number or address. */
    async code(to: string): Promise<string> {
      const messages = (await callOperators(dataDir, ['outbox'], { to })) as OutboxMessage[]
      const code = messages.findLast(message => message.code)?.code
      if (!code) throw new Error(`no code in the outbox for ${to}`)
      return code
    },
  }
}

/** The request of `npm run ops`, without a process of its own: every registration needs a code. */
async function callOperators(
  dataDir: string,
  words: readonly string[],
  flags: Record<string, string>,
): Promise<unknown> {
  const admin = JSON.parse(readFileSync(join(dataDir, 'admin.json'), 'utf8')) as { port: number; token: string }
  const response = await fetch(`http://127.0.0.1:${admin.port}/ops`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ words, flags, by: 'e2e' }),
  })
  const { exit, data, message } = (await response.json()) as CommandResult
  if (exit !== 0) throw new Error(message ?? `The service answered ${response.status}`)
  return data
}
