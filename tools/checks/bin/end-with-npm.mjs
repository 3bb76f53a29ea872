import { readFileSync } from 'node:fs'

// Runs on Node 20 before anything is installed: no dependencies, plain JavaScript.

/**
 * npm runs a script in a shell. A SIGTERM to npm ends npm and that shell but not this process, and a SIGKILL not even
 * the shell: we would run on, unseen. So, where npm started us, the end of npm or of the shell means the same as a
 * signal.
 */
export function endWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const npm = readParent(shell)
  const watch = setInterval(() => {
    if (process.ppid === shell && readParent(shell) === npm) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}

/** The parent of a process; undefined where the system has no /proc. */
function readParent(id) {
  try {
    return /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
