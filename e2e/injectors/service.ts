import { readFileSync, readdirSync } from 'node:fs'

/**
 * Kills the service of a running product as the kernel would, without a word; `npm start` starts it again. Linux only.
 *
 * @param product  the process of `npm start`
 */
export function killService(product: number): void {
  const service = listDescendants(product).find(({ command }) => command.includes('api/src/server.ts'))
  if (!service) throw new Error(`below process ${product} runs no service`)
  process.kill(service.pid, 'SIGKILL')
}

type Process = { readonly pid: number; readonly command: string }

function listDescendants(parent: number): readonly Process[] {
  const all = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => readProcess(Number(name)))
  const listChildren = (pid: number): readonly Process[] =>
    all.filter(each => each.parent === pid).flatMap(each => [each, ...listChildren(each.pid)])
  return listChildren(parent)
}

/** Nothing where the process has ended since it was listed. */
function readProcess(pid: number): readonly (Process & { parent: number })[] {
  try {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    return [{ pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
  } catch {
    return []
  }
}
