import { alwaysPaths, publicPaths } from '@adcoin/contract'

const kept: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...publicPaths, ...alwaysPaths].map(path => [path, 'remote-auth'])),
  '/': 'shell',
  '/faq': 'shell',
  '/help': 'shell',
  '/language': 'shell',
}

/** Whom the shell gives a path to; undefined for those that any remote may declare. Source: rulings.md R1. */
export function ownerOfPath(path: string): string | undefined {
  return kept[path]
}
