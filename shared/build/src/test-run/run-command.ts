import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export type Ran = { readonly code: number; readonly output: string }

/**
 * Runs a command to its end with its output shown as it comes (or kept back) and remembered.
 *
 * @param isShown  default false: the output is returned and not shown
 * @param onLine  hears each line of the standard output as it comes
 * @param limitMs  a command that hangs is ended after this; default 20 minutes
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
  return new Promise(done => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk.toString()
      if (options.isShown) process.stdout.write(chunk)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    if (options.onLine) createInterface(child.stdout).on('line', options.onLine)
    const late = setTimeout(
      () => {
        output += '\nended: it took too long\n'
        child.kill('SIGKILL')
      },
      options.limitMs ?? 20 * 60_000,
    )
    const end = (code: number) => {
      clearTimeout(late)
      done({ code, output })
    }
    child.once('error', error => {
      output += error.message
      end(127)
    })
    child.once('close', code => end(code ?? 1))
  })
}
