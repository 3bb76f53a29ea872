import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

/** Processor time so far in milliseconds: of the service with its threads, and of every process of PostgreSQL. */
type Spent = { readonly service: number; readonly postgres: number }

/** From /proc; zeros where there is none. */
export function spentBy(pid: number | undefined): Spent {
  const servers = pidsOfProcesses().filter(each => nameAndTime(each)?.name === 'postgres')
  const postgres = servers.map(each => nameAndTime(each)?.ms ?? 0).reduce((sum, each) => sum + each, 0)
  return { service: nameAndTime(`${pid}`)?.ms ?? 0, postgres }
}

export function spentSince(before: Spent, after: Spent, count: number): string {
  const each = (part: keyof Spent) => ((after[part] - before[part]) / Math.max(count, 1)).toFixed(1)
  return `${each('service')} ms of a processor in the service, ${each('postgres')} ms in PostgreSQL`
}

/** The sums of the ledger, after all of it; the words of the command. */
export async function verified(dataDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['api/src/ops/ops.ts', 'ledger:verify', '--json'], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, DATA_DIR: dataDir, OPS_DIR: '' },
  })
  return stdout.replace(/\s+/g, ' ')
}

function pidsOfProcesses(): readonly string[] {
  try {
    return readdirSync('/proc').filter(name => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** Ticks are hundredths of a second wherever Node runs. */
function nameAndTime(pid: string): { name: string; ms: number } | undefined {
  try {
    const [, name = '', rest = ''] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ')
    return { name, ms: (Number(fields[11]) + Number(fields[12])) * 10 }
  } catch {
    return undefined
  }
}
