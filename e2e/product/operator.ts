import { command } from './command.ts'

type OutboxMessage = { code?: string | null; to: string }

/** The person who plays operator: everything goes through the running service. */
export function operator(dataDir: string) {
  const ops = (...words: string[]) => command('ops', words, dataDir)
  return {
    ops,
    /** The newest code sent to this number or address. */
    async code(to: string): Promise<string> {
      const messages = (await ops('outbox', '--to', to)) as OutboxMessage[]
      const code = messages.findLast(message => message.code)?.code
      if (!code) throw new Error(`no code in the outbox for ${to}`)
      return code
    },
  }
}
