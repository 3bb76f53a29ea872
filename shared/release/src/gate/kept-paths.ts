import { alwaysPaths, publicPaths, shellPaths } from '@adcoin/contract'

const kept: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...publicPaths, ...alwaysPaths].map(path => [path, 'remote-auth'])),
  ...Object.fromEntries(shellPaths.map(path => [path, 'shell'])),
}

/** Whom the shell gives a path to; undefined for those that any remote may declare. Source: rulings.md R1. */
export function ownerOfPath(path: string): string | undefined {
  return kept[path]
}
