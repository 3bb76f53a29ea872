import { alwaysPaths, publicPaths, shellPaths } from '@adcoin/contract'

const kept: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...publicPaths, ...alwaysPaths].map(path => [path, 'remote-auth'])),
  ...Object.fromEntries(shellPaths.map(path => [path, 'shell'])),
}

/** The app that the shell reserves a path for; undefined for a path that any remote may declare. rulings.md R1. */
export function ownerOfPath(path: string): string | undefined {
  return kept[path]
}
