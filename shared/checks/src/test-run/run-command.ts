import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

export type Ran = { readonly code: number; readonly output: string }

const running = new Set<ChildProcess>()

/** Ends every command that still runs, with all that it has started. For a run that a person interrupts. */
export function endCommands(): void {
  for (const child of running) endGroup(child)
}

/**
 * Runs a command and returns its exit code with its output. The command has a process group of its own: what it leaves
 * running ends with it, so that a forgotten child can neither hold this run nor outlive it.
 *
 * @param isShown  shows the output as it comes; default false
 * @param onLine  receives each line of the standard output as it comes
 * @param limitMs  the command is ended after this; default 20 minutes
 * @returns code 127 where the command cannot be started, 1 where a signal ended it
 */
export function runCommand(
  words: readonly string[],
  options: {
    cwd: string
    env?: NodeJS.ProcessEnv
    isShown?: boolean
    onLine?: (line: string) => void
    limitMs?: number
  },
): Promise<Ran> {
  const [command = '', ...args] = words
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk.toString()
    if (options.isShown) process.stdout.write(chunk)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  if (options.onLine) createInterface(child.stdout).on('line', options.onLine)
  const limit = setTimeout(
    () => {
      output += '\nended: it took too long\n'
      endGroup(child)
    },
    options.limitMs ?? 20 * 60_000,
  )
  return new Promise(done => {
    const end = (code: number) => {
      clearTimeout(limit)
      running.delete(child)
      done({ code, output })
    }
    child.once('error', error => {
      output += error.message
      end(127)
    })
    // A grandchild may hold the pipes open: with its group gone, `close` follows.
    child.once('exit', () => endGroup(child))
    child.once('close', code => end(code ?? 1))
  })
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is empty already.
  }
}
