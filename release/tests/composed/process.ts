import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

export type ContainerCommand = {
  readonly words: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly log: string
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
  readonly walls?: Walls | undefined
}

/** The reach of a container of ours: `folder` has all of the deployment, `writable` what the part changes. */
export type Walls = { readonly folder: string; readonly writable: readonly string[] }

/** The user of our images. */
export const containerUser = 1000

/**
 * The words of a command inside a container's walls: a root that is read-only but for what the part may write, the
 * images' user, no capabilities and no way to get one.
 */
export function enclose(words: readonly string[], walls: Walls | undefined): readonly string[] {
  if (!walls) return words
  const namespace = ['unshare', '--mount', '--propagation', 'private']
  return [...namespace, 'sh', '-c', build, 'sh', walls.folder, ...walls.writable, '--', ...words]
}

const build = `set -e
folder=$1
while [ "$1" != -- ]; do mount --bind "$1" "$1"; shift; done
shift
mount -o remount,bind,ro "$folder"
mount -o remount,bind,ro /
exec setpriv --reuid ${containerUser} --regid ${containerUser} --clear-groups --no-new-privs \
  --inh-caps=-all --bounding-set=-all -- "$@"`

/** True where this user may build the walls, and Node.js is readable behind them. */
export function canEnclose(): boolean {
  const [program = '', ...words] = enclose([process.execPath, '--version'], { folder: tmpdir(), writable: [] })
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0
}

/** A group of its own: what a container's end takes with it, this one's takes too. */
export function beginProcess({ words, env, cwd, log, user, walls }: ContainerCommand): ChildProcess {
  const out = openSync(log, 'a')
  const [program = '', ...rest] = enclose(words, walls)
  return spawn(program, rest, { cwd, env, stdio: ['ignore', out, out], detached: true, ...user })
}

function signal({ pid }: ChildProcess, which: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, which)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export function waitForEnd(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((done, failed) => child.once('exit', done).once('error', failed))
}

/** As `restart: unless-stopped`: what ends is started again, at once, then ever later; the time of calm forgets. */
export function keepRunning(command: ContainerCommand) {
  let isStopped = false
  let child = beginProcess(command)
  const supervised = (async () => {
    for (let wait = 100; ; wait = Math.min(wait * 2, 10_000)) {
      const at = performance.now()
      await waitForEnd(child)
      if (isStopped) return
      if (performance.now() - at > 10_000) wait = 100
      await pause(wait)
      if (isStopped) return
      child = beginProcess(command)
    }
  })()
  return {
    async stop(how: NodeJS.Signals) {
      isStopped = true
      signal(child, how)
      const late = setTimeout(() => signal(child, 'SIGKILL'), 15_000)
      await supervised
      clearTimeout(late)
    },
    kill: () => signal(child, 'SIGKILL'),
  }
}
export type KeptProcess = ReturnType<typeof keepRunning>
