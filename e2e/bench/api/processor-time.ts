import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

/**
 * Processor time so far in milliseconds: of the service with its threads, and of each process of PostgreSQL, by pid,
 * because one that ends takes its own with it.
 */
type ProcessorTime = { readonly service: number; readonly postgres: ReadonlyMap<string, number> }

/** From /proc; zeros where there is none. */
export function readProcessorTime(pid: number | undefined): ProcessorTime {
  const postgres = new Map<string, number>()
  for (const each of listPids()) {
    const process = readNameAndTime(each)
    if (process?.name === 'postgres') postgres.set(each, process.ms)
  }
  return { service: readNameAndTime(`${pid}`)?.ms ?? 0, postgres }
}

/** Of PostgreSQL only processes that still run: the time of ended ones is unknown. */
export function formatProcessorTime(before: ProcessorTime, after: ProcessorTime, count: number): string {
  const postgres = [...after.postgres].reduce((sum, [pid, ms]) => sum + ms - (before.postgres.get(pid) ?? 0), 0)
  const formatEach = (ms: number) => (ms / Math.max(count, 1)).toFixed(1)
  return `${formatEach(after.service - before.service)} ms of a processor in the service, ${formatEach(postgres)} ms in PostgreSQL`
}

/** The sums of the ledger, after all of it; the words of the command. */
export async function runLedgerCheck(dataDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['api/src/operator-commands/main.ts', 'ledger:verify', '--json'],
    {
      cwd: resolve(import.meta.dirname, '../../..'),
      env: { ...process.env, DATA_DIR: dataDir, OPS_DIR: '' },
    },
  )
  return stdout.replace(/\s+/g, ' ')
}

function listPids(): readonly string[] {
  try {
    return readdirSync('/proc').filter(name => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** Ticks are hundredths of a second wherever Node runs. */
function readNameAndTime(pid: string): { name: string; ms: number } | undefined {
  try {
    const [, name = '', rest = ''] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ')
    return { name, ms: (Number(fields[11]) + Number(fields[12])) * 10 }
  } catch {
    return undefined
  }
}
