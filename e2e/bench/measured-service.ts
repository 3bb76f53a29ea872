import type { ChildProcess } from 'node:child_process'

/**
 * The first line that a measured service prints, parsed: where it is, and whom it made. @throws when it ended before
 */
export function readFirstLine<Ready>(child: ChildProcess): Promise<Ready> {
  return new Promise((done, failed) => {
    let output = ''
    child.stdout?.on('data', chunk => {
      output += String(chunk)
      if (output.includes('\n')) done(JSON.parse(output.split('\n')[0] ?? '') as Ready)
    })
    child.once('exit', code => failed(new Error(`the service ended with ${code}`)))
  })
}

/** Asks the service to end, and waits until it has. */
export function endService(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve()
  return new Promise(done => {
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })
}
