import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { createVariableReader } from '@adcoin/contract'
import { escapeForTerminal } from '@adcoin/contract/operations'
import { parseWords } from './words.ts'
import type { OperatorAnswer } from './admin-listener.ts'
import { variables } from '../variables.ts'

const variable = createVariableReader(variables, process.env)

/**
 * `npm run ops -- …`: sends the words to the service that runs on DATA_DIR and prints its answer, with `--json` as
 * JSON.
 */
async function main(): Promise<number> {
  const dataDir = resolve(variable('OPS_DIR') ?? variable('DATA_DIR') ?? '')
  const { words, flags, json } = parseWords(process.argv.slice(2))
  const by = typeof flags.by === 'string' ? flags.by : (variable('OPERATOR') ?? userInfo().username)
  const admin = adminOf(dataDir)
  if (!admin)
    return say(
      `No Ad Coin service runs on ${dataDir}. Start it (npm start), or set DATA_DIR to the folder it runs on.`,
      1,
    )
  let response: Response
  try {
    response = await fetch(`http://127.0.0.1:${admin.port}/ops`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      signal: AbortSignal.timeout(60_000),
      body: JSON.stringify({
        words,
        flags: Object.fromEntries(Object.entries(flags).filter(([name]) => name !== 'by')),
        by,
        from: process.env.INIT_CWD ?? process.cwd(),
      }),
    })
  } catch {
    return say(`The Ad Coin service on ${dataDir} does not answer. Is it still running?`, 1)
  }
  const body = (await response.json()) as Partial<OperatorAnswer>
  if (!response.ok || body.exit === undefined) return say(body.message ?? `The service answered ${response.status}.`, 1)
  if (body.exit !== 0) {
    if (json)
      process.stdout.write(
        `${JSON.stringify({ error: body.message, ...(body.exit === 1 ? { refusal: body.data } : { usage: body.data }) })}\n`,
      )
    say(body.message ?? 'refused', body.exit)
    if (body.exit === 2 && !json) process.stderr.write(`${table(body.data)}\n`)
    return body.exit
  }
  process.stdout.write(`${json ? JSON.stringify(body.data, null, 2) : table(body.data)}\n`)
  return 0
}

function adminOf(dataDir: string): { port: number; token: string } | undefined {
  try {
    const admin = JSON.parse(readFileSync(join(dataDir, 'admin.json'), 'utf8')) as { port?: unknown; token?: unknown }
    return typeof admin.port === 'number' && typeof admin.token === 'string'
      ? { port: admin.port, token: admin.token }
      : undefined
  } catch {
    return undefined
  }
}

function say(sentence: string, exit: number): number {
  process.stderr.write(`${sentence}\n`)
  return exit
}

/** Prints a list as aligned columns, and an object as names and values. */
function table(data: unknown): string {
  if (!Array.isArray(data))
    return lines(Object.entries((data ?? {}) as Record<string, unknown>).map(([name, value]) => [name, cell(value)]))
  if (data.length === 0) return '(none)'
  const columns = [...new Set(data.flatMap(row => Object.keys(row as object)))]
  return lines([columns, ...data.map(row => columns.map(column => cell((row as Record<string, unknown>)[column])))])
}

const cell = (value: unknown): string =>
  value === null || value === undefined
    ? '-'
    : escapeForTerminal(typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean))

function lines(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((text, index) => Math.max(all[index] ?? 0, text.length)),
    [],
  )
  return rows
    .map(row =>
      row.map((text, index) => (index === row.length - 1 ? text : text.padEnd(widths[index] ?? 0))).join('  '),
    )
    .join('\n')
}

// For every failure an operator reads a sentence, never a stack.
process.exitCode = await main().catch((error: unknown) =>
  say(`The command failed: ${error instanceof Error ? error.message : String(error)}`, 1),
)
