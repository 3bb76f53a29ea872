import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { rootFolder } from './product.ts'

type Ready = {
  readonly url: string
  readonly services: readonly string[]
  readonly databaseUrl: string
  readonly folder: string
  readonly secrets: Readonly<Record<string, string>>
  /** The parts that run here. */
  readonly parts: readonly string[]
  /** The environment of operators' commands. */
  readonly operatorsEnv: NodeJS.ProcessEnv
}
type Line = Partial<Ready> & { readonly part?: string; readonly ms?: number }

/**
 * Everything of docker-compose.yml, in production, as processes of this machine: the gateway, two services, PostgreSQL,
 * the object store where this machine has its program, publishers and all (`release/tests/composed`). `kill`
 * ends a part with SIGKILL and answers when it is healthy again.
 */
export async function startComposed() {
  const child = spawn(process.execPath, ['release/tests/composed/main.ts'], {
    cwd: rootFolder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting: ((line: Line) => void)[] = []
  createInterface(child.stdout).on('line', line => waiting.shift()?.(JSON.parse(line) as Line))
  const readNext = () =>
    new Promise<Line>((done, failed) => {
      waiting.push(done)
      child.once('exit', code => failed(new Error(`what docker-compose.yml starts ended with ${code}`)))
    })
  const ready = (await readNext()) as Ready
  return {
    ...ready,
    async kill(part: string): Promise<number> {
      const answer = readNext()
      child.stdin.write(`${part}\n`)
      return (await answer).ms ?? 0
    },
    async stop() {
      const over = new Promise(done => child.once('exit', done))
      child.kill('SIGTERM')
      await over
    },
  }
}
