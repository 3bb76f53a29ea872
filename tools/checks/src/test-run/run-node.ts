import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { repositoryRoot } from '../repository.ts'

const running = new Set<ChildProcess>()

/**
 * Runs a program of Node and returns its exit code with its output, without colours. It has its own process group: what
 * it leaves running ends with it, so that a forgotten child can neither hold this run nor outlive it.
 *
 * @param options.cwd  default: the repository
 * @param options.onLine  receives each line of the standard output as it comes
 * @returns code 1 where a signal or the limit of 45 minutes ended it
 */
export function runNode(
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; onLine?: (line: string) => void } = {},
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(process.execPath, words, {
    cwd: options.cwd ?? repositoryRoot,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    timeout: 45 * 60_000,
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const { onLine = () => {} } = options
  createInterface(child.stdout).on('line', line => onLine(stripVTControlCharacters(line)))
  // A grandchild may hold the pipes open: with its group gone, `close` follows.
  child.once('exit', () => endGroup(child))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => {
      running.delete(child)
      const end = signal ? `\nended by ${signal}` : ''
      done({ code: code ?? 1, output: stripVTControlCharacters(output) + end })
    })
  })
}

/** Ends every program that still runs, with all that it has started. For a run that a person interrupts. */
export function endPrograms(): void {
  for (const child of running) endGroup(child)
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is empty already.
  }
}
